/** The part of the matrix (matrix.ts) about what is out of service and who looks after it. */
export const serviceMatrix = `
## Lists of what is out of service: a foreign selection names nothing
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/out-of-service/
GET    /api/v1/maintenance-tasks/
GET    /api/v1/devices/:id/sensors/out-of-service/

## Managers: taking out of service and returning
own      + + + + + 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
PUT    /api/v1/locations/:id/out-of-service/
DELETE /api/v1/locations/:id/out-of-service/
PUT    /api/v1/devices/:id/out-of-service/
DELETE /api/v1/devices/:id/out-of-service/
PUT    /api/v1/devices/:id/sensors/:sensor/out-of-service/
DELETE /api/v1/devices/:id/sensors/:sensor/out-of-service/

## Who looks after what does not protect, and what is so by design: can_edit on the site
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
GET    /api/v1/devices/:id/protection-owners/
PUT    /api/v1/devices/:id/protection-owner/
PUT    /api/v1/devices/:id/protection-design/
GET    /api/v1/devices/:id/protection-setting/
PUT    /api/v1/devices/:id/protection-setting/
`;
