import { paymentMiddleware } from '@x402/express'
import express from 'express'
import { createStockResourceServer, stockRoutes } from './stock-resource-server'

const app = express()
app.use(paymentMiddleware(stockRoutes(), createStockResourceServer()))
const listener = app.listen(0, '127.0.0.1', () => {
  const address = listener.address()
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${typeof address === 'object' && address?.port}` }))
})
