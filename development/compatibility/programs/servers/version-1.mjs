import express from 'express'
import { paymentMiddleware } from 'x402-express'
import { cell, listen, serving } from '../cell.mjs'

const app = express()
app.use(
  paymentMiddleware(cell.payTo, { '/sold': { price: '$0.001', network: 'base-sepolia' } }, { url: cell.facilitator }),
)
app.get('/sold', (_request, response) => void response.json({ title: 'Sold' }))
const origin = await listen(app)
serving(origin, { url: `${origin}/sold` })
