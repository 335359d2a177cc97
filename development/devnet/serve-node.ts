import { type ServedFetch, serveFetch } from '../testing/serve-fetch'

// Browser wallets call the nodes from pages of another origin.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
}

/** Serves one local node on 127.0.0.1; port 0 takes a free one. Fails with a plain sentence when the port is taken. */
export async function serveNode(
  name: string,
  port: number,
  answer: (request: Request) => Promise<Response>,
): Promise<ServedFetch> {
  const answerAll = async (request: Request) => {
    const response = request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await answer(request)
    for (const [header, value] of Object.entries(corsHeaders)) response.headers.set(header, value)
    return response
  }
  return serveFetch(async (request) => {
    try {
      return await answerAll(request)
    } catch (fault) {
      console.error(`${name}:`, fault)
      return new Response(null, { status: 500, headers: corsHeaders })
    }
  }, port)
}
