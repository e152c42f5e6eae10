{{/* The names of objects, and their labels. */}}

{{- define "proffer.name" -}}
{{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for `-worker-metrics` and the suffixes of a Job or CronJob. */}}
{{- define "proffer.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride | trunc 36 | trimSuffix "-" }}
{{- else -}}
{{- $name := include "proffer.name" . -}}
{{ ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 36 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{/* The labels of a selector: none that a new version changes, because selectors are immutable. */}}
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

{{/* The image of a context: {image, tag}, where `tag` replaces an empty one. */}}
{{- define "proffer.image" -}}
{{ .image.repository }}{{ if .image.digest }}@{{ .image.digest }}{{ else }}:{{ .image.tag | default .tag }}{{ end }}
{{- end }}

{{- define "proffer.serviceAccountName" -}}
{{ .Values.serviceAccount.name | default (ternary (include "proffer.fullname" .) "default" .Values.serviceAccount.create) }}
{{- end }}

{{/* The host of the public URL. */}}
{{- define "proffer.host" -}}
{{ (urlParse .Values.publicUrl).host | splitList ":" | first }}
{{- end }}

{{/* The database of CloudNativePG. */}}
{{- define "proffer.cluster" -}}
{{ include "proffer.fullname" . }}-db
{{- end }}

{{/* Makes an object a hook before an installation and before each upgrade; the context is its weight. A failed Job is kept for inspection. */}}
{{- define "proffer.hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation{{ if eq (int .) 0 }},hook-succeeded{{ end }}
{{- end }}
