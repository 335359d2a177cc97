import type { RouteView } from '@/lib/compose/seller-reads'
import type { FormReader } from './route-form'

/** Whether agents may also call the route as an MCP tool. */
export function ToolField({ route, reader }: { route: RouteView | null; reader: FormReader }) {
  const isTool = reader.chosen('isTool', route?.settings.isTool ? ['yes'] : []).includes('yes')
  const error = reader.error('isTool')
  return (
    <fieldset className="grid gap-2 border border-rule p-4">
      <legend className="px-2 font-strong">MCP</legend>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="isTool" value="yes" defaultChecked={isTool} className="size-5" />
        Offer it as an MCP tool too, at the same price
      </label>
      {route?.toolName && (
        <p className="text-small text-quiet">
          Agents call it as <code>{route.toolName}</code>.
        </p>
      )}
      {error && <p className="text-small text-refused">{error}</p>}
    </fieldset>
  )
}
