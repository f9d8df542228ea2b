{{/* Common parts of the pods of both roles. */}}

{{- define "daybreak.environment" -}}
- { name: DAYBREAK_HOST, value: 0.0.0.0 }
- { name: DAYBREAK_PORT, value: '8484' }
- { name: DAYBREAK_HOME, value: /data/daybreak }
- { name: DAYBREAK_MODEL, value: {{ .Values.model | quote }} }
- { name: DAYBREAK_S3_BUCKET, value: {{ .Values.s3.bucket | quote }} }
- { name: DAYBREAK_S3_REGION, value: {{ .Values.s3.region | quote }} }
{{- with .Values.s3.endpoint }}
- { name: DAYBREAK_S3_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- range list "DATABASE_URL" "NATS_URL" }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.secrets.cluster }}, key: {{ . }} } }
{{- end }}
{{- with .Values.secrets.s3 }}
{{- range $key := list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
- name: {{ $key }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.secrets.s3 }}, key: {{ $key }} } }
{{- end }}
{{- end }}
{{- with .Values.secrets.huggingFace }}
- name: HF_TOKEN
  valueFrom: { secretKeyRef: { name: {{ . }}, key: HF_TOKEN } }
{{- end }}
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- define "daybreak.probes" -}}
{{- /* This host name is always allowed, whatever DAYBREAK_ALLOWED_HOSTS is. */ -}}
{{- $host := "[{ name: Host, value: localhost }]" -}}
# The server downloads and loads models before it opens the port.
startupProbe:
  httpGet: { path: /livez, port: http, httpHeaders: {{ $host }} }
  periodSeconds: 5
  failureThreshold: 720
livenessProbe:
  httpGet: { path: /livez, port: http, httpHeaders: {{ $host }} }
  periodSeconds: 10
  timeoutSeconds: 10
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: http, httpHeaders: {{ $host }} }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}

{{- define "daybreak.container" -}}
image: {{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
ports:
  - { name: http, containerPort: 8484 }
{{ include "daybreak.probes" . }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: home, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- with .Values.volumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "daybreak.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "daybreak.volumes" -}}
- name: tmp
  emptyDir: {}
{{- with .Values.volumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
