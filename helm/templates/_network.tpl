{{/* Rules of the network policies. */}}

{{- define "proffer.ports" -}}
{{- range . }}
- protocol: TCP
  port: {{ . }}
{{- end }}
{{- end }}

{{/* One destination from the values: {to, ports}. */}}
{{- define "proffer.egressTo" -}}
{{- if .to }}
- to:
    {{- toYaml .to | nindent 4 }}
  ports:
    {{- include "proffer.ports" .ports | trim | nindent 4 }}
{{- end }}
{{- end }}

{{- define "proffer.egressDns" -}}
{{- with .Values.networkPolicy.dns }}
- to:
    {{- toYaml . | nindent 4 }}
  ports:
    - {protocol: UDP, port: 53}
    - {protocol: TCP, port: 53}
{{- end }}
{{- end }}

{{/* The destinations of the migration, which all other pods need too: DNS and the database. */}}
{{- define "proffer.egressDatabase" -}}
{{- include "proffer.egressDns" . }}
{{- if .Values.cnpg.enabled }}
- to:
    - podSelector:
        matchLabels:
          cnpg.io/cluster: {{ include "proffer.cluster" . }}
  ports:
    - {protocol: TCP, port: 5432}
{{- else }}
{{- include "proffer.egressTo" .Values.networkPolicy.database }}
{{- end }}
{{- end }}

{{/* 80 and 443 on the public internet, without private networks. Of IPv6 only 2000::/3 is public. */}}
{{- define "proffer.egressWorld" -}}
{{- with .Values.networkPolicy.world }}
{{- if .enabled }}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          {{- toYaml .except | nindent 10 }}
    - ipBlock:
        cidr: 2000::/3
        except:
          {{- toYaml .except6 | nindent 10 }}
  ports:
    {{- include "proffer.ports" (list 80 443) | trim | nindent 4 }}
{{- end }}
{{- end }}
{{- end }}
