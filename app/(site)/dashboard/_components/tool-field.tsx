import { CheckboxField } from '@/lib/ui/checkbox-field'
import type { RouteView } from '../_server/seller-reads'
import type { FormReader } from './route-form'

/** Whether agents may also call the route as an MCP tool. */
export function ToolField({ route, reader }: { route: RouteView | null; reader: FormReader }) {
  const isTool = reader.chosen('isTool', route?.settings.isTool ? ['yes'] : []).includes('yes')
  return (
    <fieldset className="grid gap-2 border border-rule p-4">
      <legend className="px-2 font-strong">AI agents</legend>
      <CheckboxField
        id="is-tool"
        name="isTool"
        value="yes"
        defaultChecked={isTool}
        label="Offer it as an MCP tool too, at the same price"
        error={reader.error('isTool')}
      />
      {route?.toolName && (
        <p className="text-small text-quiet">
          Agents call it as <code>{route.toolName}</code>.
        </p>
      )}
    </fieldset>
  )
}
