import { createHash, createHmac, type KeyObject, sign as signEd25519 } from 'node:crypto'
import secp256k1 from 'secp256k1'
import { type Hex, hexToBytes } from 'viem'
import { serveFetch } from './serve-fetch'

const AWS_TEST_CREDENTIALS = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const REGION = 'eu-central-1'

/** By name: a private key of secp256k1 in hex, or an Ed25519 key pair. */
type Keys = Record<string, Hex | { privateKey: KeyObject; publicKey: KeyObject }>

export type KmsStandIn = { env: Record<string, string>; calls: string[]; stop: () => Promise<void> }

/** AWS KMS as far as keys that sign go: GetPublicKey and Sign, for callers whose Signature Version 4 is right. `faults` come first. */
export async function startAwsKms(keys: Keys, faults: string[] = []): Promise<KmsStandIn> {
  const calls: string[] = []
  const served = await serveFetch(async (request) => {
    const body = await request.text()
    const fault = findSignatureFault(request, body) ?? faults.shift()
    if (fault) return refuse(fault)
    const action = request.headers.get('x-amz-target')
    const input = JSON.parse(body) as Record<string, string>
    const key = keys[input.KeyId ?? '']
    if (!key) return refuse('NotFoundException')
    calls.push(`${action} ${input.KeyId}`)
    if (action === 'TrentService.GetPublicKey') return json({ KeyId: input.KeyId, PublicKey: publicKeyOf(key) })
    if (action !== 'TrentService.Sign') return refuse('UnknownOperationException')
    const message = Buffer.from(input.Message ?? '', 'base64')
    const [type, algorithm] = typeof key === 'string' ? ['DIGEST', 'ECDSA_SHA_256'] : ['RAW', 'ED25519_SHA_512']
    if (input.SigningAlgorithm !== algorithm) return refuse('InvalidKeyUsageException')
    if (input.MessageType !== type || (type === 'DIGEST' && message.length !== 32)) return refuse('ValidationException')
    const signature = typeof key === 'string' ? signDer(key, message) : signEd25519(null, message, key.privateKey)
    return json({ KeyId: input.KeyId, Signature: signature.toString('base64'), SigningAlgorithm: algorithm })
  })
  return {
    env: {
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL_KMS: served.origin,
      AWS_ACCESS_KEY_ID: AWS_TEST_CREDENTIALS.id,
      AWS_SECRET_ACCESS_KEY: AWS_TEST_CREDENTIALS.secret,
    },
    calls,
    stop: served.stop,
  }
}

/** KMS takes any nonce, so that half of its signatures have the higher s, which no EVM takes: all of these do. */
function signDer(key: Hex, digest: Uint8Array): Buffer {
  const { signature } = secp256k1.ecdsaSign(digest, hexToBytes(key))
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const higher = order - BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`)
  const raw = Buffer.concat([signature.subarray(0, 32), Buffer.from(higher.toString(16).padStart(64, '0'), 'hex')])
  return Buffer.from(secp256k1.signatureExport(raw))
}

const SPKI_HEAD = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex')

const publicKeyOf = (key: Keys[string]) =>
  typeof key === 'string'
    ? Buffer.concat([SPKI_HEAD, secp256k1.publicKeyCreate(hexToBytes(key), false)]).toString('base64')
    : key.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/x-amz-json-1.1' } })
const refuse = (type: string) => json({ __type: type, message: 'refused' }, 400)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Makes the signature again from what arrived, as AWS does. */
function findSignatureFault(request: Request, body: string): string | null {
  const sent = /^AWS4-HMAC-SHA256 Credential=(\S+?)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.get('authorization') ?? '',
  )
  const time = request.headers.get('x-amz-date') ?? ''
  if (!sent) return 'MissingAuthenticationTokenException'
  const [, id, scope = '', names = '', signature] = sent
  if (id !== AWS_TEST_CREDENTIALS.id) return 'UnrecognizedClientException'
  if (scope !== `${time.slice(0, 8)}/${REGION}/kms/aws4_request`) return 'InvalidSignatureException'
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(at - Date.now()) < 300_000) || !/\bhost\b/.test(names) || !/\bx-amz-date\b/.test(names))
    return 'InvalidSignatureException'
  const { pathname } = new URL(request.url)
  const headers = names.split(';').map((name) => `${name}:${request.headers.get(name) ?? ''}\n`)
  const canonical = `${request.method}\n${pathname}\n\n${headers.join('')}\n${names}\n${sha256(body)}`
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`
  const [date = '', region = '', service = ''] = scope.split('/')
  const dateKey = hmac(`AWS4${AWS_TEST_CREDENTIALS.secret}`, date)
  const key = hmac(hmac(hmac(dateKey, region), service), 'aws4_request')
  return createHmac('sha256', key).update(toSign).digest('hex') === signature ? null : 'InvalidSignatureException'
}
