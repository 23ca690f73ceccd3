import type { BrowserContext, WebSocketRoute } from '@playwright/test';

/** While the connection is cut, its fallback is answered like this; the browser writes it to the console. */
export const CUT_OFF_STATUS = 503;

/** The live connection of every page of a context, in the journey's hand. */
export async function holdConnection(context: BrowserContext) {
  let isCut = false;
  const standing = new Set<WebSocketRoute>();
  await context.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) {
      // No greeting of the server: the page gives the try up at once. A mere close would leave it waiting for twenty seconds.
      socket.send('away');
      return void socket.close();
    }
    standing.add(socket);
    socket.connectToServer();
  });
  await context.route(/\/socket\.io\//, (route) =>
    isCut ? route.fulfill({ status: CUT_OFF_STATUS }) : route.fallback(),
  );
  return {
    async cut() {
      isCut = true;
      for (const socket of standing) await socket.close();
      standing.clear();
    },
    mend() {
      isCut = false;
    },
  };
}
