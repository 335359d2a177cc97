import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { parseTransaction, recoverTransactionAddress, recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, it } from 'vitest'
import { startWeb3Signer } from '@/development/testing/web3signer-stand-in'
import { openEvmAccount } from '../evm/evm-account'
import { createRemoteKeys } from './remote-key'

const key = generatePrivateKey()
const own = privateKeyToAccount(key)
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function web3Signer() {
  const standIn = await startWeb3Signer(key)
  stops.push(standIn.stop)
  return { standIn, keys: createRemoteKeys({ url: standIn.url, certificate: undefined }) }
}

/** A key of this machine and its self-signed certificate. */
function selfSigned() {
  const subject = ['-subj', '/CN=signer', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', '-', '-nodes', '-days', '2']
  const pem = execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'pipe' }).toString()
  const [key = '', cert = ''] = pem.match(/-----BEGIN[^]*?-----END [A-Z ]+-----/g) ?? []
  return { key, cert }
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
  await expectSignatures(openEvmAccount(own, keys.open))
  expect([await keys.checkNew(), standIn.signed()]).toEqual([[], 6])
  // A wallet keeps its rows in the ledger when its key moves to a signer, however its address is written there.
  const address = own.address.toLowerCase()
  expect(openEvmAccount({ address }, keys.open).address).toBe(own.address)
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
  const signed = (...pem: string[]) => {
    const { open } = createRemoteKeys({ url, certificate: pem.join('\n') })
    return openEvmAccount(own, open).signTransaction(transaction)
  }
  const unheard = { name: 'SignerError' }
  await expect(signed(client.key, client.cert)).rejects.toMatchObject(unheard)
  await expect(signed(server.cert)).rejects.toMatchObject(unheard)
  await expect(signed(server.key, server.cert, server.cert)).rejects.toMatchObject(unheard)
  expect(standIn.signed()).toBe(0)
  const raw = await signed(client.key, client.cert, server.cert)
  expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(own.address)
})

it('takes no signature of another key', async () => {
  const { keys, standIn } = await web3Signer()
  const account = openEvmAccount(own, keys.open)
  await account.signTransaction(transaction)
  standIn.swapKey(generatePrivateKey())
  await expect(account.signTransaction(transaction)).rejects.toThrow(/signed with another key than the one of 0x/)
  expect(account.remote?.fault()).toMatch(/another key/)
})

it('finds out that a key is not the one that was pinned', async () => {
  const { keys } = await web3Signer()
  openEvmAccount({ address: `0x${'2'.repeat(40)}` }, keys.open)
  const message = expect.stringMatching(/has no key of 0x2/)
  expect(await keys.checkNew()).toMatchObject([{ isOtherKey: true, message }])
  expect(await keys.checkNew()).toEqual([])
})

it('asks once more where a fault may pass, and not for a 4xx', async () => {
  const { keys, standIn } = await web3Signer()
  const account = openEvmAccount(own, keys.open)
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
