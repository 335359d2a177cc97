import { serve } from '@hono/node-server'
import { paymentMiddleware } from '@x402/hono'
import { Hono } from 'hono'
import { createStockResourceServer, stockRoutes } from './stock-resource-server'

/** @x402/hono with ROUTES routes. */
const app = new Hono()
app.use(paymentMiddleware(stockRoutes(), createStockResourceServer()))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${port}` })),
)
