import { createHash, createHmac } from 'node:crypto'

export type AwsCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined }

type AwsRequest = {
  region: string
  service: string
  /** A POST to the root; nothing else is asked of AWS here. */
  host: string
  headers: Record<string, string>
  body: string
  now: Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The headers of that request with its signature.
 * Source: AWS Signature Version 4, https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signAwsRequest(credentials: AwsCredentials, request: AwsRequest): Record<string, string> {
  const { region, service, host, body, now } = request
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const signed: Record<string, string> = {
    host,
    'x-amz-date': time,
    ...request.headers,
    ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
  }
  const names = Object.keys(signed).sort()
  const lines = names.map((name) => `${name}:${signed[name]?.trim()}\n`).join('')
  const canonical = ['POST', '/', '', lines, names.join(';'), sha256(body)].join('\n')
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...signed, authorization }
}
