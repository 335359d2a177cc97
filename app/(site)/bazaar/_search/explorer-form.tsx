import { useTranslations } from 'next-intl'
import { Button } from '@/lib/site/ui/button'
import { CONTROL_CLASS } from '@/lib/site/ui/field'
import type { ExplorerParameters } from '../_components/explorer-address'
import { LiveSearch } from './live-search'

/** Searches by address, and while the reader types where scripts run; the other filters stay set. */
export function ExplorerForm({ parameters }: { parameters: ExplorerParameters }) {
  const t = useTranslations('bazaar.form')
  const { query, cursor: _cursor, offset: _offset, ...filters } = parameters
  return (
    <LiveSearch parameters={parameters}>
      <label htmlFor="query" className="sr-only">
        {t('label')}
      </label>
      <input
        id="query"
        name="query"
        type="search"
        defaultValue={query}
        maxLength={400}
        autoComplete="off"
        placeholder={t('example')}
        className={`${CONTROL_CLASS} min-h-12 min-w-0 flex-1 text-reading`}
      />
      {Object.entries(filters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="primary" className="min-h-12">
        {t('search')}
      </Button>
    </LiveSearch>
  )
}
