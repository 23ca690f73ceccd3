/** What somebody reads in it, piece by piece: in `textContent` a 3 and 37,5 % beside it are "337,5 %". */
export function wordsOf(element: Element): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (texts.nextNode()) words.push(texts.currentNode.textContent!.trim());
  return words.filter((word) => word !== '');
}
