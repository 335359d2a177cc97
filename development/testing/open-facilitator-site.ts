import { createFacilitatorHttp } from '@/lib/facilitator/http/create-facilitator-http'
import { type FacilitatorWorld, openFacilitatorWorld } from './facilitator-world'
import { serveFacilitator } from './serve-facilitator'
import { serveFetch } from './serve-fetch'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** Another operator's facilitator: over HTTP, on the shared local networks. */
export async function openFacilitatorSite(
  options: Parameters<typeof openFacilitatorWorld>[0] = {},
): Promise<FacilitatorWorld & { url: string }> {
  const world = await openFacilitatorWorld(options)
  const http = createFacilitatorHttp({
    facilitator: world.facilitator,
    log: quiet,
    baseUrl: 'http://localhost/facilitator',
  })
  const served = await serveFetch(serveFacilitator(http))
  return {
    ...world,
    url: `${served.origin}/facilitator`,
    close: async () => {
      await served.stop()
      await world.close()
    },
  }
}
