{{/* The settings of the server: non-secret ones for the ConfigMap, secret ones as environment variables. */}}

{{/* The settings that every pod needs. */}}
{{- define "proffer.place" -}}
PROFFER_DATA_DIR: /var/lib/proffer
PROFFER_LOG_FORMAT: {{ .Values.log.format }}
{{- with .Values.log.filter }}
RUST_LOG: {{ . | quote }}
{{- end }}
{{- end }}

{{- define "proffer.settings" -}}
{{ include "proffer.place" . }}
PROFFER_BIND: {{ printf "%s:8080" .Values.bindAddress | quote }}
PROFFER_INTERNAL_BIND: {{ printf "%s:9090" .Values.bindAddress | quote }}
PROFFER_PUBLIC_URL: {{ .Values.publicUrl | quote }}
PROFFER_TRUSTED_PROXIES: {{ .Values.trustedProxies | quote }}
PROFFER_HSTS_SUBDOMAINS: {{ ternary "1" "0" .Values.hstsSubdomains | quote }}
PROFFER_DATABASE_POOL: {{ .Values.databasePool | quote }}
PROFFER_DATABASE_SILENCE_SECONDS: {{ .Values.databaseSilenceSeconds | quote }}
PROFFER_SEALING_SECONDS: {{ .Values.sealing.seconds | quote }}
PROFFER_SEALING_MEMORY_MB: {{ .Values.sealing.memoryMb | quote }}
{{- with .Values.sealing.oldKeys }}
PROFFER_SEALING_OLD_KEYS: {{ . | quote }}
{{- end }}
{{- with .Values.sealing.timestampUrl }}
PROFFER_TIMESTAMP_URL: {{ . | quote }}
{{- end }}
PROFFER_DRAIN_SECONDS: {{ .Values.drainSeconds | quote }}
{{- with .Values.supportEmail }}
PROFFER_SUPPORT_EMAIL: {{ . | quote }}
{{- end }}
{{- with .Values.outboundAllow }}
PROFFER_OUTBOUND_ALLOW: {{ join "," . | quote }}
{{- end }}
{{- with .Values.dnsServer }}
PROFFER_DNS_SERVER: {{ . | quote }}
{{- end }}
{{- with .Values.tracing.otlpEndpoint }}
PROFFER_OTLP_ENDPOINT: {{ . | quote }}
{{- end }}
{{- if .Values.mail.enabled }}
PROFFER_MAIL_FROM: {{ .Values.mail.from | quote }}
{{- end }}
{{- with .Values.assistant }}
{{- if .baseUrl }}
PROFFER_AI_BASE_URL: {{ .baseUrl | quote }}
PROFFER_AI_MODEL: {{ .model | quote }}
PROFFER_AI_TIMEOUT_SECONDS: {{ .timeoutSeconds | quote }}
PROFFER_AI_MONTHLY_LIMIT_USD: {{ .monthlyLimitUsd | quote }}
{{- if ne .siteMonthlyLimitUsd nil }}
PROFFER_AI_SITE_MONTHLY_LIMIT_USD: {{ .siteMonthlyLimitUsd | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- include "proffer.objectSettings" . }}
{{- if .Values.payments.enabled }}
PROFFER_STRIPE_PRICE_ID: {{ .Values.payments.priceId | quote }}
{{- with .Values.payments.hosts }}
PROFFER_STRIPE_HOSTS: {{ join "," . | quote }}
{{- end }}
{{- end }}
{{- end }}

{{- define "proffer.objectSettings" -}}
{{- with .Values.objects }}
{{- if .endpoint }}
PROFFER_S3_ENDPOINT: {{ .endpoint | quote }}
PROFFER_S3_BUCKET: {{ .bucket | quote }}
PROFFER_S3_REGION: {{ .region | quote }}
{{- with .publicEndpoint }}
PROFFER_S3_PUBLIC_ENDPOINT: {{ . | quote }}
{{- end }}
{{- if .sts.endpoint }}
PROFFER_S3_STS_ENDPOINT: {{ .sts.endpoint | quote }}
PROFFER_S3_STS_ROLE: {{ .sts.role | quote }}
PROFFER_S3_STS_SECONDS: {{ .sts.seconds | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The required secret settings of api and worker, separated by spaces. With CloudNativePG, the database URLs are generated. */}}
{{- define "proffer.secretNames" -}}
PROFFER_SECRET_KEY PROFFER_SEALING_KEY
{{- if not .Values.cnpg.enabled }} PROFFER_DATABASE_URL PROFFER_SYSTEM_DATABASE_URL{{ end }}
{{- if .Values.mail.enabled }} PROFFER_SMTP_URL{{ end }}
{{- if .Values.objects.endpoint }} PROFFER_S3_ACCESS_KEY PROFFER_S3_SECRET_KEY{{ end }}
{{- if .Values.payments.enabled }} PROFFER_STRIPE_SECRET_KEY PROFFER_STRIPE_WEBHOOK_SECRET{{ end }}
{{- if .Values.singleSignOn.enabled }} PROFFER_OIDC_PROVIDERS{{ end }}
{{- end }}

{{/* One secret setting as an environment variable: {root, name, optional}. */}}
{{- define "proffer.secretEnv" -}}
{{- $values := .root.Values -}}
{{- $ref := get $values.secrets.refs .name | default dict -}}
{{- $own := ternary (include "proffer.fullname" .root) $values.secrets.existingSecret $values.secrets.create -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ $ref.name | default $own }}
      key: {{ $ref.key | default .name }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}

{{/* A URL in the cluster of CloudNativePG: {root, variable, password, role, secret}. Kubernetes inserts the password. */}}
{{- define "proffer.clusterEnv" -}}
{{- $cluster := include "proffer.cluster" .root -}}
- name: {{ .password }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: password
- name: {{ .variable }}
  value: postgres://{{ .role }}:$({{ .password }})@{{ $cluster }}-rw:5432/proffer?sslmode=verify-full&sslrootcert=/etc/proffer/database/ca.crt
{{- end }}

{{- define "proffer.secretEnvs" -}}
{{- range splitList " " (include "proffer.secretNames" .) }}
{{ include "proffer.secretEnv" (dict "root" $ "name" .) }}
{{- end }}
{{- if .Values.assistant.baseUrl }}
{{ include "proffer.secretEnv" (dict "root" . "name" "PROFFER_AI_API_KEY" "optional" true) }}
{{- end }}
{{- with .Values.cnpg }}
{{- if .enabled }}
{{ include "proffer.clusterEnv" (dict "root" $ "variable" "PROFFER_DATABASE_URL" "password" "DATABASE_PASSWORD" "role" "proffer_app" "secret" .appSecret) }}
{{ include "proffer.clusterEnv" (dict "root" $ "variable" "PROFFER_SYSTEM_DATABASE_URL" "password" "SYSTEM_DATABASE_PASSWORD" "role" "proffer_system" "secret" .systemSecret) }}
{{- end }}
{{- end }}
{{- end }}

{{/* The object storage, for backups and restores. */}}
{{- define "proffer.objectEnvs" -}}
{{- range $key, $value := include "proffer.objectSettings" . | fromYaml }}
- name: {{ $key }}
  value: {{ $value | quote }}
{{- end }}
{{- if .Values.objects.endpoint }}
{{ include "proffer.secretEnv" (dict "root" . "name" "PROFFER_S3_ACCESS_KEY") }}
{{ include "proffer.secretEnv" (dict "root" . "name" "PROFFER_S3_SECRET_KEY") }}
{{- end }}
{{- end }}

{{/* The URL of the role that reads everything, for the backup only. */}}
{{- define "proffer.backupEnv" -}}
{{- if .Values.cnpg.enabled }}
{{- include "proffer.clusterEnv" (dict "root" . "variable" "PROFFER_BACKUP_DATABASE_URL" "password" "BACKUP_PASSWORD" "role" "proffer_backup" "secret" .Values.cnpg.backupSecret) }}
{{- else -}}
- name: PROFFER_BACKUP_DATABASE_URL
  valueFrom:
    secretKeyRef:
      {{- if .Values.secrets.create }}
      name: {{ include "proffer.fullname" . }}-backup
      key: PROFFER_BACKUP_DATABASE_URL
      {{- else }}
      name: {{ .Values.backup.existingSecret }}
      key: {{ .Values.backup.key }}
      {{- end }}
{{- end }}
{{- end }}

{{/* The URL of the database's owner, for the migration and a restore only. */}}
{{- define "proffer.ownerEnv" -}}
{{- if .Values.cnpg.enabled }}
{{- $secret := printf "%s-app" (include "proffer.cluster" .) }}
{{- include "proffer.clusterEnv" (dict "root" . "variable" "PROFFER_MIGRATION_DATABASE_URL" "password" "OWNER_PASSWORD" "role" "proffer_owner" "secret" $secret) }}
{{- else -}}
- name: PROFFER_MIGRATION_DATABASE_URL
  valueFrom:
    secretKeyRef:
      {{- if .Values.secrets.create }}
      name: {{ include "proffer.fullname" . }}-migrate
      key: PROFFER_MIGRATION_DATABASE_URL
      {{- else }}
      name: {{ .Values.migration.existingSecret }}
      key: {{ .Values.migration.key }}
      {{- end }}
{{- end }}
{{- end }}
