import { readFileSync, writeFileSync } from 'node:fs'
import { describeServerVariables } from '@/lib/infra/describe-variables'
import { listSurfaces } from '../checks/list-surfaces'
import { configurationPage } from './configuration-page'
import { surfaceFacts } from './surface-facts'
import { surfacesPage } from './surfaces-page'

/** Writes the pages of docs/ that are made from the code. */
writeFileSync(
  'docs/configuration.md',
  configurationPage(describeServerVariables(), readFileSync('.env.example', 'utf8')),
)
writeFileSync('docs/surfaces.md', surfacesPage(listSurfaces(), surfaceFacts))
