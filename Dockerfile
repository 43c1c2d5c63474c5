# One image for web, worker, decoder and migrate, which runs before them, and for the commands of operators.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production
# The worker's memory: docs/decisions/0033.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
# The engine's SDK verifies a remote engine against the system's certificates, and libseccomp locks decoders. No program here
# may run as another user.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libseccomp2 && rm -rf /var/lib/apt/lists/* \
  && find / -xdev -type f -perm /6000 -exec chmod a-s {} +
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
# The web process is one bundle; the worker and the migrations run from their sources.
COPY --from=build /app/build ./build
COPY --from=build /app/adapters ./adapters
COPY --from=build /app/config ./config
COPY --from=build /app/db ./db
COPY --from=build /app/domain ./domain
COPY --from=build /app/messages ./messages
COPY --from=build /app/services ./services
COPY --from=build /app/worker ./worker
COPY --from=build /app/workflows ./workflows
# The worker's compile cache: docs/decisions/0033.
RUN mkdir build/compile-cache && chown node build/compile-cache
# Where the decoder's socket will be: a volume mounted here starts with this owner.
RUN mkdir /run/stillhere && chown node /run/stillhere
USER node
# The other commands: node --max-semi-space-size=1 --max-old-space-size=256 worker/main.ts, node worker/decoder.ts, node db/migrate.ts
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=320", "build/server/index.js"]
