import { type Address, encodeFunctionData, erc20Abi, type LocalAccount, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { declareGasSponsoring } from '@/lib/chains/gas-sponsoring'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'
import type { PaymentPayload, PaymentRequirements } from '@/lib/x402/wire'
import { localAddresses } from '../devnet/evm/canonical-addresses'
import { evmPayer, readerAt, walletAt } from '../devnet/testing/evm-parties'
import type { FacilitatorWorld } from './facilitator-world'

/** Payments in a token that knows neither permits nor authorizations, by the stock client. */
export type PlainTokenPayments = {
  /** A buyer with plain tokens and nothing else. */
  newBuyer(): Promise<LocalAccount>
  termsOf(scheme: 'exact' | 'upto'): PaymentRequirements
  sign(buyer: LocalAccount, paymentRequirements: PaymentRequirements): Promise<PaymentRequest>
  balanceOf(owner: string): Promise<bigint>
  /** How many transactions of the facilitator carried no settlement: gas money for payers. */
  countFundings(): Promise<number>
}

const { plainToken } = localAddresses
const mintAbi = parseAbi(['function mint(address to, uint256 value)'])

export async function openPlainTokenPayments(world: FacilitatorWorld, rpcUrl: string): Promise<PlainTokenPayments> {
  const minter = walletAt(rpcUrl, await world.newEvmPayer())
  return {
    async newBuyer() {
      const account = privateKeyToAccount(generatePrivateKey())
      const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [account.address, 1_000_000n] })
      await minter.waitForTransactionReceipt({ hash: await minter.sendTransaction({ to: plainToken, data }) })
      return account
    },
    termsOf(scheme) {
      const terms = world.requirements({ scheme, price: '$0.01', payTo: world.newEvmSeller() })
      return { ...terms, asset: plainToken, extra: { ...terms.extra, assetTransferMethod: 'permit2' } }
    },
    async sign(buyer, paymentRequirements) {
      const payload = await evmPayer(rpcUrl, buyer)
        .setSpendControls(false)
        .createPaymentPayload({
          x402Version: 2,
          resource: { url: 'http://localhost/x', description: '', mimeType: 'application/json' },
          accepts: [paymentRequirements],
          extensions: declareGasSponsoring([paymentRequirements]),
        })
      return { paymentPayload: payload as PaymentPayload, paymentRequirements } // The SDK types extensions loosely.
    },
    balanceOf: (owner) =>
      readerAt(rpcUrl).readContract({
        address: plainToken,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner as Address], // The tests' own.
      }),
    countFundings: () => world.database.settlementTransaction.count({ where: { settlements: { none: {} } } }),
  }
}
