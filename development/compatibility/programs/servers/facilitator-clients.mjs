import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import { cell, serving } from '../cell.mjs'

/** A library that only asks a facilitator: verify, settle, and settle again, which must not be called a success. */
const terms = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '1000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: cell.payTo,
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2' },
}
const resource = { url: 'https://example.com/sold', description: 'Sold', mimeType: 'application/json' }
const buyer = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(cell.evmKey)))
const payment = await buyer.createPaymentPayload({ x402Version: 2, resource, accepts: [terms] })
const facilitator =
  cell.library === '@openfacilitator/sdk'
    ? new (await import(cell.library)).OpenFacilitator({ url: cell.facilitator })
    : new (await import(cell.library)).FacilitatorClient({ baseUrl: cell.facilitator })
const verified = await facilitator.verify(payment, terms)
if (!(verified.isValid ?? verified.valid)) throw new Error(`verify: ${JSON.stringify(verified)}`)
const settled = await facilitator.settle(payment, terms)
if (!settled.success) throw new Error(`settle: ${JSON.stringify(settled)}`)
const again = await facilitator.settle(payment, terms).catch((error) => ({ success: false, error: String(error) }))
if (again.success) throw new Error('Error: it calls the refusal of a second settlement a success')
serving('no server', {})
