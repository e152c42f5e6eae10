{{/* What objects are called, and the labels they carry. */}}

{{- define "proffer.name" -}}
{{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for `-worker-metrics` and what a Job or CronJob adds. */}}
{{- define "proffer.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride | trunc 36 | trimSuffix "-" }}
{{- else -}}
{{- $name := include "proffer.name" . -}}
{{ ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 36 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{/* What a selector names: nothing that a new version changes, since selectors cannot be changed. */}}
{{- define "proffer.selector" -}}
app.kubernetes.io/name: {{ include "proffer.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "proffer.labels" -}}
{{ include "proffer.selector" . }}
app.kubernetes.io/part-of: {{ include "proffer.name" .root }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The image of a context: {image, tag}, where `tag` is what an empty one means. */}}
{{- define "proffer.image" -}}
{{ .image.repository }}{{ if .image.digest }}@{{ .image.digest }}{{ else }}:{{ .image.tag | default .tag }}{{ end }}
{{- end }}

{{- define "proffer.serviceAccountName" -}}
{{ .Values.serviceAccount.name | default (ternary (include "proffer.fullname" .) "default" .Values.serviceAccount.create) }}
{{- end }}

{{/* The host that people type. */}}
{{- define "proffer.host" -}}
{{ (urlParse .Values.publicUrl).host | splitList ":" | first }}
{{- end }}

{{/* The database of CloudNativePG. */}}
{{- define "proffer.cluster" -}}
{{ include "proffer.fullname" . }}-db
{{- end }}

{{/* What makes an object a hook before an installation and before each upgrade; the context is its weight. A failed Job stays to be looked at. */}}
{{- define "proffer.hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation{{ if eq (int .) 0 }},hook-succeeded{{ end }}
{{- end }}
