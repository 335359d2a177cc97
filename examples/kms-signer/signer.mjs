import { createServer } from 'node:http'
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'

const MAX_BODY_BYTES = 1_024 * 1_024

const kms = new KMSClient()
/** By public key (the point, without its first byte): the name at KMS. */
const keys = new Map()
for (const KeyId of (process.env.KMS_KEYS ?? '').split(',').filter(Boolean)) {
  const { PublicKey, KeySpec } = await kms.send(new GetPublicKeyCommand({ KeyId }))
  if (KeySpec !== 'ECC_SECG_P256K1') throw new Error(`${KeyId} is ${KeySpec}, and EVM networks need ECC_SECG_P256K1.`)
  const point = Buffer.from(PublicKey).subarray(-64)
  keys.set(`0x${point.toString('hex')}`, KeyId)
  console.log(`${KeyId}: web3signer:0x${Buffer.from(keccak_256(point)).subarray(-20).toString('hex')}`)
}
if (keys.size === 0) throw new Error('Name the keys in KMS_KEYS, separated by commas.')

/** r, the lower s, and v as 27 or 28, for what `content` hashes to by Keccak-256. */
async function sign(publicKey, content) {
  const digest = keccak_256(content)
  const { Signature } = await kms.send(
    new SignCommand({
      KeyId: keys.get(publicKey),
      Message: digest,
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  )
  const signature = secp256k1.Signature.fromDER(Signature).normalizeS()
  const bit = [0, 1].find(
    (bit) => signature.addRecoveryBit(bit).recoverPublicKey(digest).toHex(false) === `04${publicKey.slice(2)}`,
  )
  if (bit === undefined) throw new Error('KMS signed with another key.')
  return `0x${signature.toCompactHex()}${(27 + bit).toString(16)}`
}

async function readContent(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  try {
    const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return /^0x([0-9a-f]{2})+$/i.test(data) ? Buffer.from(data.slice(2), 'hex') : null
  } catch {
    return null
  }
}

const base = '/api/v1/eth1'

async function answer(request) {
  if (request.method === 'GET' && request.url === `${base}/publicKeys`)
    return { status: 200, type: 'application/json', body: JSON.stringify([...keys.keys()]) }
  const publicKey = request.url.startsWith(`${base}/sign/`) ? request.url.slice(`${base}/sign/`.length) : ''
  if (request.method !== 'POST' || !keys.has(publicKey)) return { status: 404, body: '' }
  const content = await readContent(request)
  return content ? { status: 200, body: await sign(publicKey, content) } : { status: 400, body: '' }
}

async function respond(request, response) {
  const { status, type, body } = await answer(request).catch((error) => {
    console.error(error)
    return { status: 502, body: '' }
  })
  response.writeHead(status, { 'content-type': type ?? 'text/plain', ...(status === 400 && { connection: 'close' }) })
  response.end(body)
}

createServer((request, response) => void respond(request, response)).listen(
  Number(process.env.PORT ?? 9000),
  '127.0.0.1',
)
