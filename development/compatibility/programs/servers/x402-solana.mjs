import express from 'express'
import { X402PaymentHandler } from 'x402-solana/server'
import { cell, listen, serving } from '../cell.mjs'

const x402 = new X402PaymentHandler({
  network: 'solana-devnet',
  treasuryAddress: cell.payTo,
  facilitatorUrl: cell.facilitator,
  rpcUrl: cell.svmRpcUrl,
})
const app = express()
app.get('/sold', async (request, response) => {
  const url = `http://${request.headers.host}/sold`
  const asset = { address: cell.svmAsset, decimals: 6 }
  const terms = await x402.createPaymentRequirements({ amount: '1000', asset, description: 'Sold' }, url)
  const payment = x402.extractPayment(request.headers)
  if (!payment) {
    const { status, body } = x402.create402Response(terms, url)
    // Its documentation forgets this header, without which no client reads the terms.
    return response
      .status(status)
      .set('PAYMENT-REQUIRED', Buffer.from(JSON.stringify(body)).toString('base64'))
      .json(body)
  }
  const verified = await x402.verifyPayment(payment, terms)
  if (!verified.isValid) return response.status(402).json(verified)
  const settled = await x402.settlePayment(payment, terms)
  response.status(settled.success ? 200 : 402).json(settled.success ? { title: 'Sold' } : settled)
})
const origin = await listen(app)
serving(origin, { url: `${origin}/sold` })
