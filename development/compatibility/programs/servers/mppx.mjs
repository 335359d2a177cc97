import { serve } from '@hono/node-server'
import { charge } from 'mppx/evm/server'
import { Mppx } from 'mppx/server'
import { assets } from 'mppx/x402'
import { cell, serving } from '../cell.mjs'

const method = charge({
  currency: assets.baseSepolia.USDC,
  recipient: cell.payTo,
  x402: { facilitator: cell.facilitator },
})
const mppx = Mppx.create({ methods: [method], secretKey: 'a secret of the compatibility run, long enough' })
const sell = async (request) => {
  const paid = await mppx.charge({ amount: '0.001' })(request)
  return paid.status === 402 ? paid.challenge : paid.withReceipt(Response.json({ title: 'Sold' }))
}
serve({ fetch: sell, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  serving(`http://127.0.0.1:${port}`, { url: `http://127.0.0.1:${port}/sold` }),
)
