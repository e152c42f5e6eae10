{{/* The pod that uses the volume of backups: {root, component, args, env, readOnly}. */}}
{{- define "proffer.backupPod" -}}
{{- $root := .root -}}
{{- $backup := $root.Values.backup -}}
metadata:
  labels:
    {{- include "proffer.labels" . | nindent 4 }}
  {{- with $backup.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- include "proffer.podBase" (dict "root" $root "account" (include "proffer.serviceAccountName" $root)) | trim | nindent 2 }}
  restartPolicy: Never
  containers:
    - name: {{ .component }}
      args:
        {{- toYaml .args | nindent 8 }}
      {{- include "proffer.containerBase" (dict "root" $root "resources" $backup.resources) | nindent 6 }}
      env:
        {{- range $key, $value := include "proffer.place" $root | fromYaml }}
        - name: {{ $key }}
          value: {{ $value | quote }}
        {{- end }}
        {{- .env | trim | nindent 8 }}
        {{- include "proffer.objectEnvs" $root | trim | nindent 8 }}
        {{- with $backup.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      volumeMounts:
        {{- include "proffer.mounts" $root | nindent 8 }}
        - name: backup
          mountPath: {{ $backup.directory }}
          {{- if .readOnly }}
          readOnly: true
          {{- end }}
        {{- with $backup.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    {{- include "proffer.volumes" $root | nindent 4 }}
    - name: backup
      persistentVolumeClaim:
        claimName: {{ $backup.persistence.existingClaim | default (printf "%s-backup" (include "proffer.fullname" $root)) }}
    {{- with $backup.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
