import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { findAssociatedTokenPda, getTransferCheckedInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import type { PrivateKeyAccount } from 'viem'
import type { PaymentPayload, PaymentRequirements, Supported } from '@/lib/base/x402/wire'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111' as Address // A well-known program.

/** The unit limit and the unit price, in micro-lamports, with which every payment starts. */
function computeBudget(unitPrice: bigint) {
  const price = Buffer.alloc(9, 3)
  price.writeBigUInt64LE(unitPrice, 1)
  return [
    { programAddress: COMPUTE_BUDGET, data: Uint8Array.of(2, 0x20, 0x4e, 0, 0) },
    { programAddress: COMPUTE_BUDGET, data: Uint8Array.from(price) },
  ]
}

/** The `/supported` answer of a facilitator with the given wallets. */
export function supportedBy(wallets: { evm?: string; svm?: string; avm?: string }): Supported {
  const kind = { x402Version: 2, scheme: 'exact' }
  const evm = ['eip155:84532', 'eip155:8453'].flatMap((network) => [
    { ...kind, network },
    { ...kind, scheme: 'upto', network, extra: { facilitatorAddress: wallets.evm } },
  ])
  const svm = ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
  const avm = ['algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe']
  return {
    kinds: [
      ...(wallets.evm ? evm : []),
      ...(wallets.svm ? svm.map((network) => ({ ...kind, network, extra: { feePayer: wallets.svm } })) : []),
      ...(wallets.avm ? avm.map((network) => ({ ...kind, network, extra: { feePayer: wallets.avm } })) : []),
    ],
    extensions: [],
    signers: {},
  }
}

/** A payment that the SDK's own client signed with an ordinary key; needs no chain. */
export async function signEvmPayment(
  account: PrivateKeyAccount,
  requirements: PaymentRequirements,
): Promise<PaymentPayload> {
  const scheme = requirements.scheme === 'upto' ? new UptoEvmScheme(account) : new ExactEvmScheme(account)
  const { payload } = await scheme.createPaymentPayload(2, requirements)
  return { x402Version: 2, accepted: requirements, payload }
}

type SvmChanges = {
  tokenProgram?: Address
  source?: Address
  destinationOwner?: Address
  blockhash?: string
  instructionsBefore?: 'none'
  instructionsAfter?: Instruction[]
  unitPrice?: bigint
}

/** The transaction that the SDK's Solana client would sign, built without an RPC. */
export async function signSvmPayment(
  payer: KeyPairSigner,
  requirements: PaymentRequirements,
  changes: SvmChanges = {},
): Promise<PaymentPayload> {
  const mint = requirements.asset as Address // The requirements are the test's own.
  const tokenProgram = changes.tokenProgram ?? TOKEN_PROGRAM_ADDRESS
  const ataOf = async (owner: Address) => (await findAssociatedTokenPda({ mint, owner, tokenProgram }))[0]
  const accounts = {
    source: changes.source ?? (await ataOf(payer.address)),
    mint,
    destination: await ataOf(changes.destinationOwner ?? (requirements.payTo as Address)),
    authority: payer,
  }
  const transfer = getTransferCheckedInstruction(
    { ...accounts, amount: BigInt(requirements.amount), decimals: 6 },
    { programAddress: tokenProgram },
  )
  const before = changes.instructionsBefore === 'none' ? [] : computeBudget(changes.unitPrice ?? 1n)
  const lifetime = {
    blockhash: (changes.blockhash ?? 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N') as Blockhash,
    lastValidBlockHeight: 1_000n,
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayer(requirements.extra.feePayer as Address, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => appendTransactionMessageInstructions([...before, transfer, ...(changes.instructionsAfter ?? [])], m),
  )
  const transaction = getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message))
  return { x402Version: 2, accepted: requirements, payload: { transaction } }
}
