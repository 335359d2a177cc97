import { x402Middleware } from '@dexterai/x402/server'
import express from 'express'
import { cell, listen, serving } from '../cell.mjs'

const svm = { network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', asset: { address: cell.svmAsset, decimals: 6 } }
const evm = {
  network: 'eip155:84532',
  asset: { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', decimals: 6 },
}
const app = express()
const paid = x402Middleware({
  payTo: cell.payTo,
  amount: '0.001',
  facilitatorUrl: cell.facilitator,
  ...(cell.family === 'svm' ? svm : evm),
})
app.get('/sold', paid, (_request, response) => void response.json({ title: 'Sold' }))
const origin = await listen(app)
serving(origin, { url: `${origin}/sold` })
