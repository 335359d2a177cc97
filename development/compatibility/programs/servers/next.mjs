import { createRequire } from 'node:module'
import { serve } from '@hono/node-server'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { bazaarResourceServerExtension, declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { cell, serving } from '../cell.mjs'

/** A route handler of Next.js, without the framework around it, whose bundler resolves what Node does not. */
const require = createRequire(import.meta.url)
const { withX402 } = require('@x402/next')
const { NextRequest, NextResponse } = require('next/server')
const resourceServer = new x402ResourceServer(new HTTPFacilitatorClient({ url: cell.facilitator }))
  .register('eip155:84532', new ExactEvmScheme())
  .registerExtension(bazaarResourceServerExtension)
const extensions = declareDiscoveryExtension({ output: { example: { title: 'A ferry' } } })
const accepts = { scheme: 'exact', price: '$0.001', network: 'eip155:84532', payTo: cell.payTo }
const handler = withX402(
  async () => NextResponse.json({ title: 'A ferry' }),
  { accepts, description: 'When the ferries leave', extensions },
  resourceServer,
)
serve(
  { fetch: (request) => handler(new NextRequest(request.url, request)), port: 0, hostname: '127.0.0.1' },
  ({ port }) => serving(`http://127.0.0.1:${port}`, { url: `http://127.0.0.1:${port}/ferries` }),
)
