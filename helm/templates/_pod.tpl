{{/* The common parts of all pods, and the pods of api and worker. */}}

{{/* The beginning of every pod's spec: {root, account}. */}}
{{- define "proffer.podBase" -}}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
serviceAccountName: {{ .account }}
automountServiceAccountToken: false
# A Service with the name of the release would add PROFFER_PORT and similar variables to the settings.
enableServiceLinks: false
securityContext:
  {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
{{- end }}

{{/* The beginning of every container of the server: {root, resources}. */}}
{{- define "proffer.containerBase" -}}
image: {{ include "proffer.image" (dict "image" .root.Values.image "tag" .root.Chart.AppVersion) }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- toYaml .root.Values.securityContext | nindent 2 }}
resources:
  {{- toYaml .resources | nindent 2 }}
{{- end }}

{{- define "proffer.mounts" -}}
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /var/lib/proffer
{{- if .Values.cnpg.enabled }}
- name: database-ca
  mountPath: /etc/proffer/database
  readOnly: true
{{- end }}
{{- end }}

{{- define "proffer.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .Values.scratch.tmpSize }}
- name: data
  emptyDir:
    sizeLimit: {{ .Values.scratch.dataSize }}
{{- if .Values.cnpg.enabled }}
# Only the certificate: the signing key is stored next to it.
- name: database-ca
  secret:
    secretName: {{ include "proffer.cluster" . }}-ca
    items:
      - key: ca.crt
        path: ca.crt
{{- end }}
{{- end }}

{{- define "proffer.topologySpread" -}}
{{- with .root.Values.topologySpread }}
{{- if and .enabled .topologyKeys }}
topologySpreadConstraints:
  {{- range .topologyKeys }}
  - maxSkew: {{ $.root.Values.topologySpread.maxSkew }}
    topologyKey: {{ . }}
    whenUnsatisfiable: {{ $.root.Values.topologySpread.whenUnsatisfiable }}
    labelSelector:
      matchLabels:
        {{- include "proffer.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The Deployment of api or worker: {root, component, command, values}. */}}
{{- define "proffer.deployment" -}}
{{- $root := .root -}}
{{- $values := .values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "proffer.fullname" $root }}-{{ .component }}
  labels:
    {{- include "proffer.labels" . | nindent 4 }}
spec:
  {{- if $root.Values.restore.from }}
  replicas: 0
  {{- else if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    {{- toYaml $values.strategy | nindent 4 }}
  selector:
    matchLabels:
      {{- include "proffer.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "proffer.labels" . | nindent 8 }}
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        # Pods are replaced when their settings change.
        checksum/settings: {{ include "proffer.settings" $root | sha256sum }}
        {{- if $root.Values.secrets.create }}
        checksum/secrets: {{ toJson $root.Values.secrets.values | sha256sum }}
        {{- end }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "proffer.podBase" (dict "root" $root "account" (include "proffer.serviceAccountName" $root)) | trim | nindent 6 }}
      terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
      {{- include "proffer.topologySpread" . | trim | nindent 6 }}
      {{- with $values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .component }}
          args: [{{ .command }}]
          {{- include "proffer.containerBase" (dict "root" $root "resources" $values.resources) | nindent 10 }}
          ports:
            {{- if eq .component "api" }}
            - name: http
              containerPort: 8080
            {{- end }}
            - name: internal
              containerPort: 9090
          startupProbe:
            httpGet: {path: /livez, port: internal}
            periodSeconds: 2
            failureThreshold: 30
          livenessProbe:
            httpGet: {path: /livez, port: internal}
            periodSeconds: 10
            timeoutSeconds: 3
            failureThreshold: 6
          readinessProbe:
            httpGet: {path: /readyz, port: internal}
            periodSeconds: 3
            timeoutSeconds: 3
            failureThreshold: 2
          envFrom:
            - configMapRef:
                name: {{ include "proffer.fullname" $root }}
            {{- with $root.Values.extraEnvFrom }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          env:
            {{- include "proffer.secretEnvs" $root | trim | nindent 12 }}
            {{- with $root.Values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          volumeMounts:
            {{- include "proffer.mounts" $root | nindent 12 }}
            {{- with $root.Values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        {{- include "proffer.volumes" $root | nindent 8 }}
        {{- with $root.Values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end }}
