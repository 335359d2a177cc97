import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { createPaymentHeader, selectPaymentRequirements } from 'x402/client'
import { PaymentRequirementsSchema } from 'x402/types'
import { cell, endWith } from '../cell.mjs'

/** Version 1 by hand: terms from the body, payment in `X-PAYMENT`. */
const wallet = createWalletClient({
  account: privateKeyToAccount(cell.evmKey),
  chain: baseSepolia,
  transport: http(cell.evmRpcUrl),
})
const { x402Version, accepts } = await (await fetch(cell.url)).json()
const options = accepts.map((option) => PaymentRequirementsSchema.parse(option))
const payment = await createPaymentHeader(
  wallet,
  x402Version,
  selectPaymentRequirements(options, 'base-sepolia', 'exact'),
)
await endWith(await fetch(cell.url, { headers: { 'X-PAYMENT': payment } }))
