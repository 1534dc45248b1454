from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("storage", "0007_correspondence"),
    ]

    operations = [
        migrations.AddField("listversion", "public_files", models.JSONField(default=dict)),
    ]
