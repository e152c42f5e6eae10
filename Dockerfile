# The production image: one binary with the front end inside, as an ordinary user. PostgreSQL, object storage and mail are services
# beside it, named by PROFFER_* settings (backend/README.md).
#
#   docker build -t proffer .
#   docker run --env-file production.env -p 8080:8080 proffer            serves; `worker`, `migrate`, ... are the other commands

FROM node:24-bookworm-slim AS front-end
WORKDIR /proffer/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY frontend ./
RUN npm run build

FROM rust:1.95-bookworm AS binary
WORKDIR /proffer
COPY Cargo.toml Cargo.lock ./
COPY backend backend
COPY migrations migrations
COPY policies policies
COPY openapi openapi
COPY --from=front-end /proffer/frontend/dist frontend/dist
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/proffer/target \
    cargo build --release --locked --package proffer && cp target/release/proffer /usr/local/bin/proffer

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin proffer
COPY --from=binary /usr/local/bin/proffer /usr/local/bin/proffer
USER 10001
ENV PROFFER_BIND=0.0.0.0:8080
EXPOSE 8080
ENTRYPOINT ["proffer"]
CMD ["serve"]
