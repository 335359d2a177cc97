import { evm, solana } from '@faremeter/info'
import { createMiddleware } from '@faremeter/middleware/express'
import express from 'express'
import { cell, listen, serving } from '../cell.mjs'

const terms = { asset: 'USDC', amount: '1000', payTo: cell.payTo }
const accepts =
  cell.family === 'svm'
    ? solana.x402Exact({ network: 'devnet', ...terms })
    : evm.x402Exact({ network: 'base-sepolia', ...terms })
const app = express()
app.get(
  '/sold',
  await createMiddleware({
    facilitatorURL: cell.facilitator,
    accepts: [accepts],
    supportedVersions: { x402v1: false, x402v2: true },
  }),
  (_request, response) => {
    response.json({ title: 'Sold' })
  },
)
const origin = await listen(app)
serving(origin, { url: `${origin}/sold` })
