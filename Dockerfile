# The production image: one binary with the frontend inside, run by an unprivileged user that can write only to /var/lib/proffer. PostgreSQL,
# object storage and mail are separate services, configured by PROFFER_* settings (backend/docs/operating.md). On Kubernetes, use the chart in helm/.
#
#   docker build -t proffer .
#   docker run --read-only --tmpfs /tmp --env-file production.env -p 8080:8080 proffer      runs serve; `worker`, `migrate`, ... are the other commands

FROM node:24-bookworm-slim AS front-end
WORKDIR /proffer/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY frontend ./
# The API reference is built from it.
COPY openapi/openapi.json ../openapi/openapi.json
RUN npm run build

FROM rust:1.95-bookworm AS binary
WORKDIR /proffer
COPY Cargo.toml Cargo.lock ./
COPY backend backend
COPY migrations migrations
COPY policies policies
COPY openapi openapi
COPY --from=front-end /proffer/frontend/dist frontend/dist
# An empty folder to copy, because the last stage has no program to create one.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/proffer/target \
    cargo build --release --locked --package proffer --no-default-features && cp target/release/proffer /usr/local/bin/proffer && mkdir /data

# glibc, certificates and time zones, without shell and package manager. Its glibc is the same as in the previous stage.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=binary /usr/local/bin/proffer /usr/local/bin/proffer
COPY --from=binary --chown=65532:65532 /data /var/lib/proffer
USER 65532:65532
WORKDIR /var/lib/proffer
ENV PROFFER_BIND=0.0.0.0:8080 \
    PROFFER_DATA_DIR=/var/lib/proffer
VOLUME /var/lib/proffer
# The site, and the internal port, see PROFFER_INTERNAL_BIND.
EXPOSE 8080 9090
ENTRYPOINT ["/usr/local/bin/proffer"]
CMD ["serve"]
