// Who may import what. The comment of a rule is printed with each violation.
const feature = '^server/src/features/([^/]+)/';
const test = '\\.test\\.tsx?$|/testing/|/testing\\.ts$';
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle hides which of two modules depends on the other. Cycles of types count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-is-alone',
      comment: 'The contract is the vocabulary of devices, server and web: it knows zod and nothing else.',
      severity: 'error',
      from: { path: '^contract/src' },
      to: { pathNot: ['^contract/src', 'node_modules/(zod|fast-check|vitest)'] },
    },
    {
      name: 'machines-know-the-contract-only',
      comment: 'Machine drawings are used by web, PDF reports and tests: they know the contract and nothing else.',
      severity: 'error',
      from: { path: '^machines/src' },
      to: { pathNot: ['^(machines|contract)/src', 'node_modules/(fast-check|vitest)'] },
    },
    {
      name: 'platform-knows-no-domain',
      comment: "platform/ knows no domain words, only the contract's error codes.",
      severity: 'error',
      // The generated types of the tables name JSON documents of the contract.
      from: { path: '^server/src/platform', pathNot: '^server/src/platform/tables[.]ts$' },
      to: {
        path: ['^server/src/(pipeline|history|notify|features|access|cluster|app|main)', '^contract/src/(?!errors)'],
      },
    },
    {
      name: 'pipeline-steps-are-separate',
      comment: 'Steps 1 to 5 never import each other; pipeline.ts joins them by arguments.',
      severity: 'error',
      from: { path: '^server/src/pipeline/([1-5]-[^/]+)/', pathNot: test },
      to: { path: '^server/src/pipeline/[1-5]-', pathNot: '^server/src/pipeline/$1/' },
    },
    {
      name: 'pipeline-knows-no-feature',
      comment:
        'The pipeline knows no feature: what it needs comes as arguments. Of history it uses the frame codec only.',
      severity: 'error',
      from: { path: '^server/src/pipeline', pathNot: test },
      to: { path: '^server/src/(notify|features|access|cluster|app|main|history/(?!codec/))' },
    },
    {
      name: 'history-knows-no-feature',
      comment:
        'History stores and reads time series: it knows the shared types of the pipeline and no step, feature or route.',
      severity: 'error',
      from: { path: '^server/src/history', pathNot: test },
      to: {
        path: '^server/src/(notify|features|access|cluster|app|main|pipeline/[1-5]-)',
        pathNot: '^server/src/pipeline/4-persist/(store|load-device-states|frame-partitions)[.]ts$',
      },
    },
    {
      name: 'cluster-knows-no-feature',
      comment: 'How several processes share the pipeline is independent of features and pages.',
      severity: 'error',
      from: { path: '^server/src/cluster', pathNot: test },
      to: { path: '^server/src/(notify|features|access|app|main)' },
    },
    {
      name: 'edge-receives-and-tracks-only',
      comment:
        'The edge runs with Node alone and keeps little in memory: of the pipeline it uses the adapters, the tracking and what stands beside the steps, and never the database, history, features or routes.',
      severity: 'error',
      from: { path: '^server/src/edge', pathNot: test },
      to: {
        path: [
          '^server/src/(notify|features|access|cluster|app|main|history|pipeline/([345]-|pipeline))',
          '^server/src/platform/(db|mail|jobs|migrate|backup|pdf|bus)',
          'node_modules/(pg|kysely|graphile-worker|react|antd)',
        ],
      },
    },
    {
      name: 'nothing-imports-the-edge',
      comment: 'The edge is a program of its own: the portal knows it by the contract alone.',
      severity: 'error',
      from: { path: '^server/src', pathNot: ['^server/src/edge', test] },
      to: { path: '^server/src/edge/' },
    },
    {
      name: 'only-persist-uses-the-database',
      comment: 'Of the five steps only 4-persist uses the database.',
      severity: 'error',
      from: { path: '^server/src/pipeline/[1235]-', pathNot: test },
      to: { path: ['^server/src/platform/(db|pg|embedded)', 'node_modules/(pg|kysely)'] },
    },
    {
      name: 'only-receive-knows-protocols',
      comment: 'Of the five steps only 1-receive knows protocols.',
      severity: 'error',
      from: { path: '^server/src/pipeline/[2345]-', pathNot: test },
      to: { path: 'node_modules/(aedes|mqtt|modbus-serial|@bufbuild|fastify)' },
    },
    {
      name: 'features-are-separate',
      comment: 'A feature never imports another feature: what it needs comes as arguments from app/features.ts.',
      severity: 'error',
      from: { path: feature, pathNot: test },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'notify-knows-no-feature',
      comment:
        'notify/ decides who is notified, when and how: what it needs of a feature comes as arguments, and of the pipeline it knows the shared types only.',
      severity: 'error',
      from: { path: '^server/src/notify', pathNot: test },
      to: { path: '^server/src/(features|history|cluster|app|main|pipeline/(?!(types|events)[.]ts$))' },
    },
    {
      name: 'notify-match-and-resolve-are-alone',
      comment: 'Steps 1 and 3 of notify/ answer questions: they know no other step.',
      severity: 'error',
      from: { path: '^server/src/notify/([13]-[^/]+)/', pathNot: test },
      to: { path: '^server/src/notify/([1-4]-|notify[.]ts)', pathNot: '^server/src/notify/$1/' },
    },
    {
      name: 'notify-deliver-knows-no-escalation',
      comment: 'Step 4 of notify/ sends what is due, and never asks why it is.',
      severity: 'error',
      from: { path: '^server/src/notify/4-', pathNot: test },
      to: { path: '^server/src/notify/(2-|notify[.]ts)' },
    },
    {
      name: 'app-holds-no-sql',
      comment: 'app/ joins parts: SQL is in the store of a feature or of notify/.',
      severity: 'error',
      from: { path: '^server/src/app/', pathNot: test },
      to: { path: 'node_modules/(pg|kysely)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'notify-by-its-index',
      comment: 'Features and app/ use what server/src/notify/index.ts offers.',
      severity: 'error',
      from: { path: '^server/src', pathNot: ['^server/src/notify/', test] },
      to: { path: '^server/src/notify/', pathNot: '^server/src/notify/index[.]ts$' },
    },
    {
      name: 'access-is-below-features',
      comment:
        'access/ decides for every feature who may do what (docs/decisions/0002-policy.md): it knows none of them.',
      severity: 'error',
      from: { path: '^server/src/access' },
      to: { path: '^server/src/(notify|features|pipeline|history|cluster|app|main)' },
    },
    {
      name: 'features-know-no-pipeline-step',
      comment: 'A feature never imports a step of the pipeline.',
      severity: 'error',
      from: { path: feature, pathNot: test },
      to: { path: '^server/src/(app|main|pipeline/[1-5]-|pipeline/pipeline)' },
    },
    {
      name: 'sql-in-store-only',
      comment: 'In a feature, in notify/ and in access/, SQL is written in store files only, and in event-to-send.ts.',
      severity: 'error',
      from: {
        path: [feature, '^server/src/(access|notify)/'],
        pathNot: ['/store[a-z-]*[.]ts$', '/notify/event-to-send[.]ts$', '[.]test[.]ts$', '/testing/', 'worker[.]ts$'],
      },
      to: { path: 'node_modules/(pg|kysely)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'app-is-the-top',
      comment: 'app/ and main.ts are the composition root: nothing imports them.',
      severity: 'error',
      from: {
        pathNot: [test, '^server/src/(app|testing)/', '^server/src/main\\.ts$', '^server/src/command-line', '^tools/'],
      },
      to: { path: '^server/src/(main\\.ts$|app/)' },
    },
    {
      name: 'web-features-are-separate',
      comment: 'A web feature never imports another feature; what several need is in ui, domain, live or api.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'ui-knows-no-domain',
      comment: 'ui/ is made of components that know no feature, no call and no device.',
      severity: 'error',
      from: { path: '^web/src/ui' },
      to: { path: '^web/src/(features|app|domain|live|api)' },
    },
    {
      name: 'web-layers',
      comment: 'api and live know no feature and no page; domain knows api.',
      severity: 'error',
      from: { path: '^web/src/(api|live|domain)' },
      to: { path: '^web/src/(features|app)' },
    },
    {
      name: 'web-knows-no-server',
      comment: 'The page knows the server by the contract alone.',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^(server|simulator|e2e|bench|tools)/' },
    },
    {
      name: 'public-interfaces-only',
      comment:
        "Simulator, e2e and bench use the public interfaces, never the server's or the page's code. The S3 server of its tests knows neither.",
      severity: 'error',
      from: { path: '^(simulator|e2e|bench)/' },
      to: { path: '^(server|web)/src', pathNot: '/archive/testing/s3-server[.]ts$' },
    },
    {
      name: 'tools-know-the-outside-only',
      comment:
        'Tools look at the repository from outside. Only what starts the server or proves its parts (proof/, bench-history, bench-mapped, bench-messages, bench-rules) imports its code.',
      severity: 'error',
      from: {
        path: '^tools/',
        pathNot: [test, '^tools/(proof/|testing/|(start|edge)[.]mjs$|bench-(history|mapped|messages|rules)[.]ts$)'],
      },
      to: { path: '^(server|web)/src' },
    },
    {
      name: 'nothing-imports-tools',
      comment: 'Tools are run, never imported: what others need of them belongs into e2e/harness.',
      severity: 'error',
      from: { pathNot: '^tools/' },
      to: { path: '^tools/' },
    },
    {
      name: 'not-to-test',
      comment: 'Code never imports a test.',
      severity: 'error',
      from: { pathNot: '\\.(test|spec)\\.tsx?$' },
      to: { path: '\\.(test|spec)\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.cache', 'dist/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
