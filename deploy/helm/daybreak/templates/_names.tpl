{{- define "daybreak.name" -}}
{{- if contains "daybreak" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-daybreak" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "daybreak.selector" -}}
app.kubernetes.io/name: daybreak
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "daybreak.labels" -}}
{{ include "daybreak.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}
