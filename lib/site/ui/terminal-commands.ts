import { shellQuoted } from '@/lib/base/x402/call-snippets'

/** Shell commands that see the price of a paid URL and pay it. The URL is quoted: it may hold ? and &. */
export function terminalCommands(url: string, method = 'GET'): { see: string; pay: string } {
  const quoted = shellQuoted(url)
  const isPlain = method === 'GET'
  return {
    see: `curl -i ${isPlain ? '' : `-X ${method} `}${quoted}`,
    pay: `npm run pay -- ${isPlain ? '' : `--method ${method} `}${quoted}`,
  }
}
