{{/* One alert: {root, alert, severity, for, summary, expr}. */}}
{{- define "proffer.alert" -}}
- alert: {{ .alert }}
  expr: {{ .expr | quote }}
  for: {{ .for }}
  labels:
    severity: {{ .severity }}
    {{- with .root.Values.metrics.prometheusRule.alertLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    summary: {{ .summary | quote }}
    {{- with .root.Values.metrics.prometheusRule.runbookUrl }}
    runbook_url: {{ . }}#{{ $.alert | lower }}
    {{- end }}
{{- end }}
