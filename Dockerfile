# The node, small: it is built in one stage, and only what runs is taken into the other.
FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No package's install script is needed, nor run.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-slim
# What is there already is enough: a shell-less start, an unprivileged user, node itself for the health check.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 STORE_URL=file:/data LOG_FORMAT=json
WORKDIR /app
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY package.json LICENSE ./
COPY ontology ontology
COPY shapes shapes
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
# Under BASE_URL's path, if it has one. With TLS of the node's own the certificate is made for another name than localhost.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "const tls = Boolean(process.env.TLS_CERT_FILE); if (tls) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; const path = new URL(process.env.BASE_URL ?? 'http://localhost').pathname.replace(/\\/$/, ''); fetch(`${tls ? 'https' : 'http'}://localhost:${process.env.PORT}${path}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# node answers SIGTERM itself: it finishes the requests in flight, flushes and exits.
CMD ["node", "dist/main.js"]
