import { useTranslations } from 'next-intl'
import { Button } from '@/lib/site/ui/button'
import { TextField } from '@/lib/site/ui/text-field'
import type { ExplorerParameters } from '../_components/explorer-address'
import { LiveSearch } from './live-search'

/** Searches by address, and while the reader types where scripts run; the other filters stay set. */
export function ExplorerForm({ parameters }: { parameters: ExplorerParameters }) {
  const t = useTranslations('bazaar.form')
  const { query, cursor: _cursor, offset: _offset, ...filters } = parameters
  return (
    <LiveSearch parameters={parameters}>
      <div className="min-w-0 flex-1">
        <TextField
          id="query"
          name="query"
          label={t('label')}
          type="search"
          defaultValue={query}
          maxLength={400}
          autoComplete="off"
          hint={t('hint')}
        />
      </div>
      {Object.entries(filters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="primary" className="mt-7">
        {t('search')}
      </Button>
    </LiveSearch>
  )
}
