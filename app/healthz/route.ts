const LONGEST_FILL = 8_192

/** The process is alive; nothing else is checked. `fill` asks for a header of that length, to test proxies. */
export function GET(request: Request): Response {
  const fill = Number(new URL(request.url).searchParams.get('fill') ?? 0)
  const filled: Record<string, string> = fill > 0 && fill <= LONGEST_FILL ? { 'X-Fill': 'x'.repeat(fill) } : {}
  return Response.json({ status: 'alive' }, { headers: { 'Cache-Control': 'no-store', ...filled } })
}
