import { ExactAvmScheme } from '@x402/avm/exact/server'
import {
  HTTPFacilitatorClient,
  RouteConfigurationError,
  type RoutesConfig,
  x402HTTPResourceServer,
  x402ResourceServer,
} from '@x402/core/server'
import type { Network, SchemeNetworkServer } from '@x402/core/types'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { UptoEvmScheme } from '@x402/evm/upto/server'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import { UptoSvmScheme } from '@x402/svm/upto/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import {
  AVM_NETWORK,
  EVM_NETWORK,
  type FacilitatorWorld,
  openFacilitatorWorld,
  SVM_NETWORK,
} from '@/development/testing/facilitator-world'
import { serveFacilitator } from '@/development/testing/serve-facilitator'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { createFacilitatorHttp } from './create-facilitator-http'

let world: FacilitatorWorld
let served: ServedFetch
beforeAll(async () => {
  world = await openFacilitatorWorld()
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  served = await serveFetch(
    serveFacilitator(createFacilitatorHttp({ facilitator: world.facilitator, log, baseUrl: 'http://localhost' })),
  )
})
afterAll(async () => {
  await served?.stop()
  await world?.close()
})

type Asked = { network: string; scheme: string; extra: unknown; extensions: string[] }

/** A stock server with every scheme; records each scheme's own verdict on our `/supported`. */
function newServer() {
  const asked: Asked[] = []
  const noting = (scheme: SchemeNetworkServer): SchemeNetworkServer => {
    const verdict = scheme.validateFacilitatorSupport?.bind(scheme)
    scheme.validateFacilitatorSupport = (network, kind, extensions) => {
      asked.push({ network, scheme: kind.scheme, extra: kind.extra, extensions })
      return verdict?.(network, kind, extensions)
    }
    return scheme
  }
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: `${served.origin}/facilitator` }))
    .register(EVM_NETWORK, noting(new ExactEvmScheme()))
    .register(EVM_NETWORK, noting(new UptoEvmScheme()))
    .register(EVM_NETWORK, noting(new BatchSettlementEvmScheme(evmDevnetAccount('seller').address)))
    .register(SVM_NETWORK, noting(new ExactSvmScheme()))
    .register(SVM_NETWORK, noting(new UptoSvmScheme()))
    .register(AVM_NETWORK, noting(new ExactAvmScheme()))
  return { server, asked }
}

const routeFor = (scheme: string, network: string): RoutesConfig => ({
  [`GET /${scheme}/${network}`]: {
    accepts: { scheme, network: network as Network, price: '$0.01', payTo: evmDevnetAccount('seller').address },
  },
})

describe('validateFacilitatorSupport', () => {
  it('passes for each scheme of each network that we advertise', async () => {
    const { kinds, extensions } = world.facilitator.supported()
    const routes = Object.assign({}, ...kinds.map(({ scheme, network }) => routeFor(scheme, network)))
    const { server, asked } = newServer()
    await expect(new x402HTTPResourceServer(server, routes).initialize()).resolves.toBeUndefined()
    const advertised = kinds.map(({ scheme, network, extra }) => ({ scheme, network, extra, extensions }))
    expect(asked).toHaveLength(advertised.length)
    expect(asked).toEqual(expect.arrayContaining(advertised))
  })

  it('is not asked of a scheme that we do not settle, and its routes are refused at the start', async () => {
    const { server, asked } = newServer()
    const httpServer = new x402HTTPResourceServer(server, routeFor('upto', SVM_NETWORK))
    await expect(httpServer.initialize()).rejects.toThrow(RouteConfigurationError)
    expect(asked.some(({ scheme, network }) => scheme === 'upto' && network === SVM_NETWORK)).toBe(false)
  })
})
