import { type ComponentProps, useCallback } from 'react';

interface BlobImageProps extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  blob: Blob;
  alt: string;
}

/** Image from a blob; its object URL is revoked with the element. */
export function BlobImage({ blob, alt, ...rest }: BlobImageProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const address = URL.createObjectURL(blob);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img {...rest} ref={show} alt={alt} />;
}

const FORGET_MS = 60_000;

function follow(blob: Blob, attributes: Partial<HTMLAnchorElement>): void {
  const href = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href, ...attributes });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the bytes later.
  setTimeout(() => URL.revokeObjectURL(href), FORGET_MS);
}

export const saveBlob = (blob: Blob, name: string) => follow(blob, { download: name });

/** As a text file of this subtype. */
export const saveText = (text: string, name: string, type: 'csv' | 'plain') =>
  saveBlob(new Blob([text], { type: `text/${type};charset=utf-8` }), name);

export const openBlob = (blob: Blob) => follow(blob, { target: '_blank', rel: 'noopener' });
