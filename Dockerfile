# The node, small: it is built in one stage, and only what runs is taken into the other.
FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No package's install script is needed, nor run.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/build.cjs scripts/bundled.cjs scripts/console.cjs scripts/node-version.cjs scripts/third-party.cjs scripts/
COPY src src
COPY console console
# That all is there is tried: --help loads the whole program.
RUN npm run build && npm prune --omit=dev --ignore-scripts \
  && find node_modules dist -name '*.map' -delete \
  && node dist/main.js --help > /dev/null

FROM node:22-slim
LABEL org.opencontainers.image.title="Cargograph" \
  org.opencontainers.image.description="An open server of the ONE Record API: air cargo as linked data" \
  org.opencontainers.image.source="https://github.com/cargograph/cargograph" \
  org.opencontainers.image.licenses="MIT"
# What is there already is enough: a shell-less start, an unprivileged user, node itself for the health check.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 STORE_URL=file:/data ERASURE_LIST_FILE=/erasures/list.jsonl LOG_FORMAT=json
WORKDIR /app
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY package.json LICENSE ./
COPY ontology ontology
COPY mappings mappings
COPY shapes shapes
# Backups are made by the node's own container, and the list of erasures is apart from both (docs/operations.md): folders for
# other volumes.
RUN mkdir -m 700 /data /backups /erasures && chown node:node /data /backups /erasures
# A number, so that Kubernetes can tell that it is not root (runAsNonRoot): the user `node` of the base image.
USER 1000:1000
VOLUME /data /erasures
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s CMD ["node", "dist/health-check.js"]
# node answers SIGTERM itself: it finishes the requests in flight, flushes and exits.
# As `npm start` does: room for what 16 writers hold while they wait for the disk (docs/performance.md).
CMD ["node", "--max-semi-space-size=64", "dist/main.js"]
