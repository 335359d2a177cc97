import type { AddressInfo } from 'node:net'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import express from 'express'
import type { Address } from 'viem'
import { evmFacilitator, freshAccount } from '@/development/devnet/testing/evm-parties'
import { fundedSigner, svmFacilitator } from '@/development/devnet/testing/svm-parties'
import { assetOf } from '@/lib/base/chains/assets'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { TestWorld } from './test-world'

export type Version1Seller = { origin: string; payTo: Address; stop: () => void }

/**
 * A seller that speaks version 1 as x402-express does, before the SDK's facilitator for version 1. Sells `/evm` and
 * `/solana` for $0.001. The package itself is a row of `npm run compatibility`.
 */
export async function startVersion1Seller({ evmRpcUrl, svmRpcUrl, faucet }: TestWorld): Promise<Version1Seller> {
  const gas = freshAccount()
  await faucet({ network: BASE_SEPOLIA, address: gas.address, amountAtomic: 0n })
  const evm = evmFacilitator(evmRpcUrl, gas)
  const svm = svmFacilitator(svmRpcUrl, await fundedSigner(svmRpcUrl, 0n, true))
  const payTo = freshAccount().address
  const payToSolana = (await fundedSigner(svmRpcUrl, 0n)).address

  const app = express()
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` as const
  const usdc = { address: assetOf(BASE_SEPOLIA)?.address, extra: { name: 'USDC', version: '2' } }
  const feePayer = svm.getSupported().kinds.find(({ network }) => network === 'solana-devnet')?.extra?.feePayer
  const mint = { address: assetOf(SOLANA_DEVNET)?.address, extra: { feePayer } }
  const goods = {
    '/evm': { network: 'base-sepolia', payTo, asset: usdc, facilitator: evm },
    '/solana': { network: 'solana-devnet', payTo: payToSolana, asset: mint, facilitator: svm },
  }
  for (const [path, { network, payTo: payee, asset, facilitator }] of Object.entries(goods)) {
    const terms = {
      ...{ scheme: 'exact', network, maxAmountRequired: '1000', resource: `${origin}${path}`, description: '' },
      ...{ mimeType: '', payTo: payee, maxTimeoutSeconds: 60, asset: asset.address, extra: asset.extra },
    }
    const requirements = terms as unknown as PaymentRequirements // The SDK reads version 1 by the payload's version.
    app.all(path, async (request, response) => {
      const refuse = (error: string) => void response.status(402).json({ x402Version: 1, error, accepts: [terms] })
      const header = request.header('x-payment')
      if (header === undefined) return refuse('X-PAYMENT header is required')
      const payload: PaymentPayload = JSON.parse(Buffer.from(header, 'base64').toString())
      const { isValid, invalidReason = '' } = await facilitator.verify(payload, requirements)
      if (!isValid) return refuse(invalidReason)
      const settled = await facilitator.settle(payload, requirements)
      if (!settled.success) return refuse(settled.errorReason ?? '')
      response.setHeader('X-PAYMENT-RESPONSE', Buffer.from(JSON.stringify(settled)).toString('base64'))
      response.json({ sold: path })
    })
  }
  return { origin, payTo, stop: () => void server.close() }
}
