# Builds on the machine's own architecture; what comes out is the same for amd64 and arm64.
ARG BASE=node:24-bookworm-slim

FROM --platform=$BUILDPLATFORM ${BASE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY packages/cli/package.json packages/cli/
COPY packages/conformance/package.json packages/conformance/
COPY packages/gate/package.json packages/gate/
COPY development/devnet/anvil/package.json development/devnet/anvil/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run release

FROM ${BASE}
# Longer than nginx keeps a connection for another request, so that none is closed under it.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=4021 KEEP_ALIVE_TIMEOUT=75000
WORKDIR /app
COPY --from=build /src/dist ./
USER 10001:10001
EXPOSE 4021
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "server.js"]
