import secp256k1 from 'secp256k1'
import { hexToBytes, keccak256 } from 'viem'
import { z } from 'zod'
import { requestBounded } from '../bounded-request'
import { type AwsCredentialsSource, createAwsCredentials } from './aws-credentials'
import type { Curve } from './curves'
import { askHolder, type Holder, type KeyReference } from './remote-key'
import { signAwsRequest } from './sign-aws-request'
import { SignerError } from './signer-error'

export type AwsKmsSettings = { endpoint: string; region: string; credentials: AwsCredentialsSource }

const base64 = z.string().transform((text) => Uint8Array.from(Buffer.from(text, 'base64')))
const signatureShape = z.object({ Signature: base64 })
const publicKeyShape = z.object({ PublicKey: base64 })
const errorShape = z.object({ __type: z.string() })

/** Faults that AWS answers with 400 and that are over soon. */
const MAY_PASS = /"__type"\s*:\s*"([^"]*#)?(Throttling|KMSInternal|DependencyTimeout|KeyUnavailable)/

/** Asymmetric keys of AWS KMS: `ECC_SECG_P256K1` for EVM, `ECC_NIST_EDWARDS25519` for Solana. */
export function createAwsKms({ endpoint, region, credentials }: AwsKmsSettings) {
  const url = new URL(endpoint)
  const readCredentials = createAwsCredentials(credentials)
  const ask = async (place: string, action: 'Sign' | 'GetPublicKey', input: object) => {
    const { status, body } = await askHolder(place, async (timeoutMs) => {
      const now = new Date()
      const text = JSON.stringify(input)
      const own = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` }
      const headers = signAwsRequest(await readCredentials(now), {
        ...{ region, service: 'kms', host: url.host, headers: own, body: text, now },
      })
      const sent = { method: 'POST', headers, body: text }
      const answer = await requestBounded(url, sent, { timeoutMs, maxBytes: 65_536 })
      return { ...answer, mayPass: answer.status === 400 && MAY_PASS.test(answer.body.toString('utf8')) }
    })
    const answer: unknown = JSON.parse(body.toString('utf8'))
    if (status === 200) return answer
    const said = errorShape.safeParse(answer)
    const why = said.success ? said.data.__type.replace(/^.*#/, '').slice(0, 80) : String(status)
    throw new SignerError(`${place} answered ${why}.`)
  }
  return ({ address, name }: KeyReference, curve: Curve): Holder => {
    const place = `AWS KMS with ${name}`
    return {
      place,
      async identify() {
        const { PublicKey } = publicKeyShape.parse(await ask(place, 'GetPublicKey', { KeyId: name }))
        const found = curve.addressOf(PublicKey)
        if (found.toLowerCase() === address.toLowerCase()) return
        throw new SignerError(`${place} has the key of ${found}, not of ${address}.`, { isOtherKey: true })
      },
      async sign(content) {
        const isDigest = curve.awsAlgorithm === 'ECDSA_SHA_256'
        const message = isDigest ? hexToBytes(keccak256(content)) : content
        const input = {
          KeyId: name,
          Message: Buffer.from(message).toString('base64'),
          MessageType: isDigest ? 'DIGEST' : 'RAW',
          SigningAlgorithm: curve.awsAlgorithm,
        }
        const { Signature } = signatureShape.parse(await ask(place, 'Sign', input))
        return isDigest ? secp256k1.signatureImport(Signature) : Signature
      },
    }
  }
}
