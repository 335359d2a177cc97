import { ExactEvmScheme } from '@x402/evm/exact/client'
import { type Address, parseAbi, serializeErc6492Signature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createAnvilClient } from '@/development/devnet/evm/anvil-client'
import { readerAt } from '@/development/devnet/testing/evm-parties'
import { delegate, deploy, openBurningWallet, payUnsigned } from '@/development/testing/hostile-payers'
import { openSmartWallet } from '@/development/testing/smart-wallet'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import {
  type AttackOptions,
  isContent,
  isTaken,
  post,
  present,
  readOption,
  repeat,
  score,
  seller,
} from './attack-steps'
import type { SoakClient } from './soak-client'
import type { SoakWorld } from './soak-world'

export type ContractAttacks = {
  attacks: ((options: AttackOptions) => Promise<void>)[]
  /** How often the attackers' own factory was executed. */
  readFactoryRuns: () => Promise<bigint>
}

/** Attackers who bring code: wallets that burn gas, delegates that turn, tokens in which all are rich, own factories. */
export async function openContractAttacks(world: SoakWorld): Promise<ContractAttacks> {
  const { evmRpcUrl: rpcUrl } = world.devnet
  const attacker = await newAccount(world)
  const chain = {
    rpcUrl,
    attacker,
    faucet: (request: { address: string; amountAtomic?: bigint }) => fund(world, request),
  }
  const blockBurner = await openBurningWallet(chain, 24_000_000n)
  const smallBurner = await openBurningWallet(chain, 4_000_000n)
  const delegateCode = await deploy(chain, 'TwoFacedDelegate')
  const richToken = await deploy(chain, 'RichToken')
  const factory = await deploy(chain, 'CountingFactory')
  const abi = parseAbi(['function runs() view returns (uint256)'])
  return {
    attacks: [
      unsignedBy('code that burns most of a block', blockBurner),
      unsignedBy('code that burns 4 million gas', smallBurner),
      turnWith(delegateCode),
      payIn(richToken),
      wrapWith(factory),
    ],
    readFactoryRuns: () => readerAt(rpcUrl).readContract({ address: factory, abi, functionName: 'runs' }),
  }
}

const unsignedBy = (name: string, wallet: Address) => (options: AttackOptions) =>
  repeat(options, 200, async (client) => {
    const option = await readOption(client)
    if (option) await tryAll(options, name, client, await payUnsigned(wallet, option))
  })

/** Each payment is by a separate account that has no code until shortly before. */
const turnWith = (code: Address) => (options: AttackOptions) =>
  repeat(options, 1_000, async (client) => {
    const option = await readOption(client)
    if (!option) return
    const account = await newAccount(options.world)
    await fund(options.world, { address: account.address, amountAtomic: 1_000_000n })
    const { payload } = await new ExactEvmScheme(account).createPaymentPayload(2, option)
    await delegate(options.world.devnet.evmRpcUrl, account, code)
    await tryAll(options, 'delegates that turn', client, { x402Version: 2, accepted: option, payload })
  })

const payIn = (token: Address) => (options: AttackOptions) =>
  repeat(options, 200, async (client) => {
    const option = await readOption(client)
    if (!option) return
    const account = privateKeyToAccount(generatePrivateKey())
    const accepted = { ...option, asset: token }
    const { payload } = await new ExactEvmScheme(account).createPaymentPayload(2, accepted)
    await tryAll(options, 'a token in which all are rich', client, { x402Version: 2, accepted, payload })
  })

const wrapWith = (factory: Address) => (options: AttackOptions) =>
  repeat(options, 200, async (client) => {
    const option = await readOption(client)
    if (!option) return
    const reader = readerAt(options.world.devnet.evmRpcUrl)
    const wallet = await openSmartWallet(reader as never, privateKeyToAccount(generatePrivateKey())) // A client of any chain will do.
    await fund(options.world, { address: wallet.address, amountAtomic: 1_000_000n })
    const signTypedData = async (data: unknown) => {
      const signature = await wallet.signTypedData(data as never) // The SDK's looser type.
      return serializeErc6492Signature({ address: factory, data: '0xdeadbeef', signature })
    }
    const scheme = new ExactEvmScheme({ address: wallet.address, signTypedData })
    const { payload } = await scheme.createPaymentPayload(2, option)
    await tryAll(options, 'factories of the payer’s choice', client, { x402Version: 2, accepted: option, payload })
  })

/** At the facilitator first, then at the gate for content. */
async function tryAll({ tally }: AttackOptions, name: string, client: SoakClient, payload: PaymentPayload) {
  await post(client, seller.verify, payload) // Valid is what code at the payer may well say when it is only asked.
  score(tally, name, await post(client, seller.settle, payload), isTaken)
  score(tally, name, await present(client, payload), isContent)
}

/** A funded account that can send anything. */
async function newAccount({ devnet }: SoakWorld) {
  const account = privateKeyToAccount(generatePrivateKey())
  await createAnvilClient(devnet.evmRpcUrl, 84532).setBalance({ address: account.address, value: 10n ** 18n })
  return account
}

const fund = ({ devnet }: SoakWorld, request: { address: string; amountAtomic?: bigint }) =>
  devnet.fund({ network: BASE_SEPOLIA, ...request })
