import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { describe } from './describe.ts';

/** As strict as the page's own policy (http.ts), which the plugin replaces with this one. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** OpenAPI from the validating schemas: the page at /api/docs/, the document at /api/docs/openapi.json. */
export const addDocs = async (http: FastifyInstance, about: { title: string; version: string }): Promise<void> => {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: about.title,
        version: about.version,
        description: [
          'Every page of the portal uses these calls. Each one names who may make it.',
          'Paths are answered with and without a trailing slash. Lists answer `count` and `results`, paged by `limit` and `offset`.',
          'Times are ISO 8601 in UTC unless a field says otherwise.',
        ].join(' '),
        contact: { name: 'The operator of this installation' },
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'This installation' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'JWT <token>, or Bearer <token>; Bearer <API key> where the call says so',
          },
          basic: { type: 'http', scheme: 'basic', description: "A device's serial number and code" },
          edge: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Edge <id>.<key of the edge>' },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the API document is not OpenAPI 3');
      return describe(document.openapiObject);
    },
    hideUntagged: true,
  });
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    theme: {
      title: `${about.title} API`,
      css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    uiConfig: { docExpansion: 'none', url: '/api/docs/openapi.json' },
  });
  http.get('/api/docs/openapi.json', { schema: { hide: true } }, () => http.swagger());
};
