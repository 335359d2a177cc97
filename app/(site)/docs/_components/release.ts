import project from '@/package.json' with { type: 'json' }

export const release = `Turnpike ${project.version}`
