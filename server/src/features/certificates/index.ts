export { type CertificateDependencies, certificatePurpose } from './issue.ts';
export { addCertificateRoutes } from './routes.ts';
export { stampBy } from './time-stamp.ts';
export { verifyOrThrow } from './verify.ts';
