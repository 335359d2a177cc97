import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { getAddressDecoder, getBase64Encoder, getTransactionDecoder } from '@solana/kit'
import { parseTransaction, recoverTransactionAddress, recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, it } from 'vitest'
import { type KmsStandIn, startAwsKms } from '@/development/testing/aws-kms-stand-in'
import { serveFetch } from '@/development/testing/serve-fetch'
import { startWeb3Signer } from '@/development/testing/web3signer-stand-in'
import { verifyEd25519 } from '../ed25519'
import { openEvmAccount } from '../evm/evm-account'
import { openSvmFeePayer } from '../svm/fee-payer'
import { createRemoteKeys } from './open-remote-key'
import type { KeyReference } from './remote-key'
import { signAwsRequest } from './sign-aws-request'

const key = generatePrivateKey()
const own = privateKeyToAccount(key)
const token = 'the token of a proxy'
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

const reference = (holder: KeyReference['holder'], { address, name }: Partial<KeyReference> = {}): KeyReference => ({
  holder,
  address: address ?? own.address,
  name: name ?? 'alias/gas',
})

async function web3Signer() {
  const standIn = await startWeb3Signer(key, token)
  stops.push(standIn.stop)
  const tls = { ca: undefined, cert: undefined, key: undefined }
  return { standIn, keys: createRemoteKeys({ web3signer: { url: standIn.url, token, tls }, awsKms: null }) }
}

/** A key of this machine and its self-signed certificate. */
function selfSigned() {
  const subject = ['-subj', '/CN=signer', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', '-', '-nodes', '-days', '2']
  const pem = execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'pipe' }).toString()
  const [key = '', cert = ''] = pem.match(/-----BEGIN[^]*?-----END [A-Z ]+-----/g) ?? []
  return { key, cert }
}

const kmsKeys = ({ env }: KmsStandIn, secretAccessKey = env.AWS_SECRET_ACCESS_KEY ?? '') => {
  const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey, sessionToken: undefined }
  const awsKms = { endpoint: env.AWS_ENDPOINT_URL_KMS ?? '', region: env.AWS_REGION ?? '', credentials }
  return createRemoteKeys({ web3signer: null, awsKms })
}

async function kms(...keys: Parameters<typeof startAwsKms>) {
  const standIn = await startAwsKms(...keys)
  stops.push(standIn.stop)
  return standIn
}

const transaction = {
  ...({ type: 'eip1559', chainId: 84_532, to: `0x${'1'.repeat(40)}`, data: '0x12', nonce: 7, gas: 21_000n } as const),
  ...{ maxFeePerGas: 9n, maxPriorityFeePerGas: 1n },
}
const typedData = {
  domain: { name: 'turnpike', version: '1', chainId: 8453, verifyingContract: own.address },
  types: {
    Offer: [
      { name: 'amounts', type: 'uint256[]' },
      { name: 'to', type: 'Party' },
    ],
    Party: [{ name: 'id', type: 'string' }],
  },
  primaryType: 'Offer',
  message: { amounts: [1n, 2n], to: { id: 'one' } },
} as const

async function expectSignatures(account: ReturnType<typeof openEvmAccount>) {
  for (let nonce = 0; nonce < 4; nonce += 1) {
    const raw = await account.signTransaction({ ...transaction, nonce })
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(own.address)
    expect(parseTransaction(raw)).toMatchObject({ nonce, gas: 21_000n })
  }
  const signature = await account.signTypedData(typedData)
  expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(own.address)
}

it('signs transactions and typed data by Web3Signer', async () => {
  const { keys, standIn } = await web3Signer()
  await expectSignatures(openEvmAccount(reference('web3signer'), keys.open))
  expect([await keys.checkNew(), standIn.signed()]).toEqual([[], 6])
  // A wallet keeps its rows in the ledger when its key moves to a signer, however its address is written there.
  const address = own.address.toLowerCase()
  expect(openEvmAccount(reference('web3signer', { address }), keys.open).address).toBe(own.address)
})

it('signs by TLS only with a server that it trusts and that knows its certificate', async () => {
  const { standIn } = await web3Signer()
  const [server, client] = [selfSigned(), selfSigned()]
  const front = createServer({ ...server, ca: client.cert, requestCert: true }, (socket) => {
    const behind = connect(Number(new URL(standIn.url).port), '127.0.0.1')
    for (const end of [socket, behind]) end.on('error', () => {})
    socket.pipe(behind).pipe(socket)
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  stops.push(async () => void front.close())
  const url = `https://127.0.0.1:${(front.address() as AddressInfo).port}`
  const signed = (tls: { ca?: string; cert?: string; key?: string }) => {
    const settings = { url, token, tls: { ca: undefined, cert: undefined, key: undefined, ...tls } }
    const { open } = createRemoteKeys({ web3signer: settings, awsKms: null })
    return openEvmAccount(reference('web3signer'), open).signTransaction(transaction)
  }
  const unheard = { name: 'SignerError' }
  await expect(signed(client)).rejects.toMatchObject(unheard)
  await expect(signed({ ca: server.cert })).rejects.toMatchObject(unheard)
  await expect(signed({ ...server, ca: server.cert })).rejects.toMatchObject(unheard)
  expect(standIn.signed()).toBe(0)
  const raw = await signed({ ...client, ca: server.cert })
  expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(own.address)
})

it('signs the same by a secp256k1 key of AWS KMS, whose signatures have the higher s', async () => {
  const standIn = await kms({ 'alias/gas': key })
  await expectSignatures(openEvmAccount(reference('aws-kms'), kmsKeys(standIn).open))
  expect(standIn.calls.slice(0, 2)).toEqual(['TrentService.GetPublicKey alias/gas', 'TrentService.Sign alias/gas'])
})

it('pays Solana fees by an Ed25519 key of AWS KMS', async () => {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const address = getAddressDecoder().decode(publicKey)
  const standIn = await kms({ 'alias/fees': pair })
  const { open } = kmsKeys(standIn)
  const payer = await openSvmFeePayer(reference('aws-kms', { address, name: 'alias/fees' }), open)
  // One signature wanted, one account, no instruction.
  const message = Buffer.concat([Buffer.from([1, 0, 0, 1]), publicKey, Buffer.alloc(32, 5), Buffer.from([0])])
  const unsigned = Buffer.concat([Buffer.from([1]), Buffer.alloc(64), message]).toString('base64')
  const { transaction: signed } = await payer.sign(unsigned)
  const { signatures } = getTransactionDecoder().decode(getBase64Encoder().encode(signed))
  expect(verifyEd25519(publicKey, message, Uint8Array.from(signatures[address] ?? []))).toBe(true)
})

it('takes no signature of another key', async () => {
  const { keys, standIn } = await web3Signer()
  const account = openEvmAccount(reference('web3signer'), keys.open)
  await account.signTransaction(transaction)
  standIn.swapKey(generatePrivateKey())
  await expect(account.signTransaction(transaction)).rejects.toThrow(/signed with another key than the one of 0x/)
  expect(account.remote?.fault()).toMatch(/another key/)
})

it.each([
  ['Web3Signer without it', async () => (await web3Signer()).keys, 'web3signer', /has no key of 0x2/],
  [
    'KMS with another one',
    async () => kmsKeys(await kms({ 'alias/gas': key })),
    'aws-kms',
    /has the key of 0x.*, not of 0x2/,
  ],
] as const)('finds out that a key is not the one that was pinned: %s', async (_case, open, holder, told) => {
  const keys = await open()
  openEvmAccount(reference(holder, { address: `0x${'2'.repeat(40)}` }), keys.open)
  expect(await keys.checkNew()).toMatchObject([{ isOtherKey: true, message: expect.stringMatching(told) }])
  expect(await keys.checkNew()).toEqual([])
})

it('says who refused, and never with what it asked', async () => {
  const standIn = await kms({ 'alias/gas': key })
  const wrong = kmsKeys(standIn, 'a secret of another account')
  openEvmAccount(reference('aws-kms'), wrong.open)
  const [fault] = await wrong.checkNew()
  expect(fault).toMatchObject({
    isOtherKey: false,
    message: 'AWS KMS with alias/gas answered InvalidSignatureException.',
  })
  const other = kmsKeys(standIn)
  openEvmAccount(reference('aws-kms', { name: 'alias/none' }), other.open)
  expect((await other.checkNew())[0]?.message).toBe('AWS KMS with alias/none answered NotFoundException.')
})

it('asks once more where a fault may pass, and not for a 4xx', async () => {
  const { keys, standIn } = await web3Signer()
  const account = openEvmAccount(reference('web3signer'), keys.open)
  let asked = 0
  standIn.answer(async () => (++asked === 1 ? new Response(null, { status: 503 }) : null))
  await account.signTransaction(transaction)
  expect(asked).toBe(3)
  standIn.answer(async () => new Response(null, { status: (asked += 1) && 403 }))
  await expect(account.signTransaction(transaction)).rejects.toThrow(/^Web3Signer at 127.0.0.1:\d+ answered 403\.$/)
  expect(asked).toBe(4)
  await standIn.stop()
  await expect(account.signTransaction(transaction)).rejects.toThrow(/ does not answer \(ECONNREFUSED\)\.$/)
})

it.each(['ThrottlingException', 'DependencyTimeoutException', 'LimitExceededException'])(
  'tells by its name whether a fault of AWS KMS may pass: %s',
  async (fault) => {
    const refused = [fault]
    const standIn = await kms({ 'alias/gas': key }, refused)
    const account = openEvmAccount(reference('aws-kms'), kmsKeys(standIn).open)
    const signing = account.signTransaction(transaction)
    if (fault === 'LimitExceededException') await expect(signing).rejects.toThrow(/answered LimitExceededException/)
    else expect(await signing).toMatch(/^0x02/)
  },
)

it('takes credentials from where a container gets them, and again before they end, until when a failure is borne', async () => {
  const standIn = await kms({ 'alias/gas': key })
  let given = 0
  const served = await serveFetch(async () => {
    given += 1
    if (given === 2 || given === 3) return new Response(null, { status: 500 })
    const { AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey } = standIn.env
    const Expiration = new Date(Date.now() + (given === 1 ? 60_000 : 3_600_000)).toISOString()
    return Response.json({ AccessKeyId, SecretAccessKey, Token: 'of a role', Expiration })
  })
  stops.push(served.stop)
  const { AWS_ENDPOINT_URL_KMS: endpoint = '', AWS_REGION: region = '' } = standIn.env
  const credentials = { url: served.origin, tokenPath: undefined }
  const { open } = createRemoteKeys({ web3signer: null, awsKms: { endpoint, region, credentials } })
  const account = openEvmAccount(reference('aws-kms'), open)
  for (let nonce = 0; nonce < 4; nonce += 1) await account.signTransaction({ ...transaction, nonce })
  expect(given).toBe(4)
})

it('signs requests as AWS does: the vector post-vanilla of its test suite', () => {
  const headers = signAwsRequest(
    {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      sessionToken: undefined,
    },
    {
      ...{ region: 'us-east-1', service: 'service', host: 'example.amazonaws.com', headers: {}, body: '' },
      now: new Date('2015-08-30T12:36:00Z'),
    },
  )
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, ' +
      'Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  )
})
