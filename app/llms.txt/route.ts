import { siteFacts } from '../_server/site-facts'
import { guideForAgents } from './guide-for-agents'

export async function GET(): Promise<Response> {
  return new Response(guideForAgents(siteFacts()), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
    },
  })
}
