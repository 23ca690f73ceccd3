-- The erasure answers its request as fulfilled when everything that it asks for was done.
alter table erasure add column closes_request boolean not null default false;
